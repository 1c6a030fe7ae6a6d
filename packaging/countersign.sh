#!/bin/sh
# Starts Countersign from its image: bin/ (this script), lib/ (class path), lib/javafx/ (module path),
# lib/aot/ (caches for a quick start). A package has its class path in lib/app/ and a runtime of its
# own, with JavaFX in it, in lib/runtime/.
#
# COUNTERSIGN_HOME       keeps everything it reads and writes under one folder
# COUNTERSIGN_JAVA       the java to use instead of the one found
# COUNTERSIGN_JAVA_OPTS  further options for the JVM, split at blanks
# COUNTERSIGN_AOT=off    starts without the caches
set -u

# Agents start this often, and each program that is started here takes its time, so the shell does by
# itself what it can.
self=$0
case $self in */*) ;; *) self=./$self ;; esac
while [ -h "$self" ]; do
    target=$(readlink "$self")
    case $target in
        /*) self=$target ;;
        *) self=${self%/*}/$target ;;
    esac
done
bin=$(CDPATH='' cd -- "${self%/*}/" && pwd -P)
root=${bin%/*}
classes=$root/lib
[ -d "$root/lib/app" ] && classes=$root/lib/app

# A runtime's 'release' file tells its version without starting it.
is_recent() {
    [ -x "$1/bin/java" ] && [ -r "$1/release" ] || return 1
    while IFS= read -r line; do
        case $line in
            'JAVA_VERSION="'*)
                major=${line#*\"}
                major=${major%%[!0-9]*}
                [ "${major:-0}" -ge 25 ]
                return
                ;;
        esac
    done <"$1/release"
    return 1
}

# Sets $java; leaves it empty where there is none.
find_java() {
    java=${COUNTERSIGN_JAVA:-}
    [ -z "$java" ] || return 0
    on_path=
    for home in "$root/lib/runtime" "${JAVA_HOME:-}" PATH /usr/lib/jvm/* /opt/*jdk* /opt/java/* \
        "${HOME:-/nonexistent}"/.sdkman/candidates/java/* \
        /Library/Java/JavaVirtualMachines/*/Contents/Home; do
        if [ "$home" = PATH ]; then
            on_path=$(command -v java 2>/dev/null) && on_path=$(readlink -f "$on_path" 2>/dev/null)
            home=${on_path%/bin/java}
        fi
        if [ -n "$home" ] && is_recent "$home"; then
            java=$home/bin/java
            return 0
        fi
    done
}

# Which subcommand it is, past the options that stand before it.
subcommand=
skip=no
for word in "$@"; do
    if [ "$skip" = yes ]; then
        skip=no
        continue
    fi
    case $word in
        --home) skip=yes ;;
        --home=* | --debug) ;;
        *)
            subcommand=$word
            break
            ;;
    esac
done

find_java
if [ -z "$java" ]; then
    echo "countersign: no Java 25 or later found. Install one and set JAVA_HOME to it." >&2
    # An agent takes any other code of its hook than 2 for consent.
    [ "$subcommand" = hook ] && exit 2
    exit 4
fi

# Arguments and paths must arrive as UTF-8 whatever the caller's locale is; what runs gets the
# caller's own back.
COUNTERSIGN_CALLER_LC_ALL=${LC_ALL-}
LC_ALL=C.UTF-8
export COUNTERSIGN_CALLER_LC_ALL LC_ALL

# Standard output belongs to protocols, so the JVM warns on standard error.
quiet='-Xlog:disable -Xlog:all=warning:stderr'

# A path with a blank in it could not be handed on unsplit.
case $root in
    *[[:space:]]*) COUNTERSIGN_AOT=off ;;
esac

# The caches hold for one runtime in one place; elsewhere java goes on without, which is no news. That
# a jar is newer than its cache java does not always notice, and would run the old code. Sets $aot.
use_cache() {
    aot=
    cache=$root/lib/aot/$1.aot
    [ "${COUNTERSIGN_AOT:-}" != off ] && [ -r "$cache" ] || return 0
    for jar in "$classes"/*.jar; do
        [ "$jar" -nt "$cache" ] && return 0
    done
    aot="-XX:AOTCache=$cache -Xlog:aot*=off:stderr -Xlog:cds*=off:stderr"
}

# The window is opened when no subcommand is named; only then JavaFX is needed. The serial collector
# gives memory back and needs the least of it; pauses are short, since hardly anything lives long.
# What the start took of memory outside the heap, and no longer needs, is given back, too.
if [ -z "$subcommand" ]; then
    modules=
    [ -d "$root/lib/javafx" ] && modules=--module-path=$root/lib/javafx
    use_cache window
    # shellcheck disable=SC2086
    exec "$java" $quiet $aot -XX:+UseSerialGC -Xms32m -XX:NewSize=8m -Xmx1g \
        -XX:TrimNativeHeapInterval=10000 ${modules:+"$modules"} --add-modules=javafx.controls \
        --enable-native-access=javafx.graphics,ALL-UNNAMED \
        --add-opens=java.base/sun.nio.ch=ALL-UNNAMED \
        -Dcountersign.launcher="$bin/countersign" \
        ${COUNTERSIGN_JAVA_OPTS:-} -classpath "$classes/*" dev.countersign.launcher.Main "$@"
fi

# What an agent starts gets the few jars that it needs and a cache of its own.
case " $* " in *" -h "* | *" --help "*) subcommand=help ;; esac
lean=
case $subcommand in mcp) lean=bridge ;; hook | run) lean=hook ;; esac
case " $* " in *" --debug "*) lean= ;; esac
small='-Xms16m -Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1'
if [ -n "$lean" ]; then
    use_cache "$lean"
    small="$small -XX:-UsePerfData -Dcountersign.lean=true"
    path=
    for jar in "$classes"/countersign*.jar "$classes"/jackson-*.jar; do
        path=$path${path:+:}$jar
    done
else
    use_cache tool
    small="$small --enable-native-access=ALL-UNNAMED"
    path=$classes/*
fi
if [ "$subcommand" != hook ]; then
    # shellcheck disable=SC2086
    exec "$java" $quiet $aot $small -Dcountersign.launcher="$bin/countersign" \
        ${COUNTERSIGN_JAVA_OPTS:-} -classpath "$path" dev.countersign.launcher.Main "$@"
fi

# An agent takes a hook that fails for consent, so whatever becomes of java, this ends in 0 with an
# answer or in 2. That there is an answer java says by a code that nothing else has. Standard input
# goes by another number because a command in the background would not get it.
exec 3<&0
# shellcheck disable=SC2086
"$java" $quiet $aot $small -Dcountersign.launcher="$bin/countersign" \
    -Dcountersign.hook.answered=80 \
    ${COUNTERSIGN_JAVA_OPTS:-} -classpath "$path" dev.countersign.launcher.Main "$@" <&3 3<&- &
hook=$!
trap 'kill "$hook" 2>/dev/null' HUP INT TERM
wait "$hook"
code=$?
[ "$code" -eq 80 ] && exit 0
if [ "$code" -ne 2 ]; then
    kill "$hook" 2>/dev/null
    trap '' PIPE
    echo "countersign: its hook failed (java ended with $code), so this command is not run" >&2
fi
exit 2
