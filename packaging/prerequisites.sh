# Sourced by packaging/run and packaging/test: finds a JDK 25 or later and Maven, sets JAVA_HOME, and
# sees to the system libraries that JavaFX needs. POSIX sh.

fail() {
    echo "countersign: $1" >&2
    exit 4
}

# The major version of a JDK, from its 'release' file, so that no java has to be started to ask.
jdk_major() {
    [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || { echo 0; return; }
    version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release")
    echo "${version:-0}"
}

find_jdk() {
    on_path=$(command -v javac 2>/dev/null) && on_path=$(readlink -f "$on_path" 2>/dev/null)
    for candidate in "${JAVA_HOME:-}" "${on_path%/bin/javac}" /usr/lib/jvm/* /opt/*jdk* /opt/java/* \
        "$HOME"/.sdkman/candidates/java/* /Library/Java/JavaVirtualMachines/*/Contents/Home; do
        [ -n "$candidate" ] || continue
        if [ "$(jdk_major "$candidate")" -ge 25 ]; then
            JAVA_HOME=$candidate
            export JAVA_HOME
            return
        fi
    done
    fail "no JDK 25 or later found. Install one (Temurin 25, for example) and set JAVA_HOME to it."
}

find_maven() {
    command -v mvn >/dev/null 2>&1 || fail "Maven (mvn) not found. Install Maven 3.8 or later."
}

# install_package PACKAGE WHAT: installs a Debian package where we may; false where not.
install_package() {
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1 || return 1
    echo "countersign: installing $1 ($2)" >&2
    apt-get install -y --no-install-recommends "$1" >/dev/null 2>&1 && return 0
    apt-get update >/dev/null 2>&1
    apt-get install -y --no-install-recommends "$1" >/dev/null 2>&1
}

# need_library FILE PACKAGE WHAT: installs a Debian package when the library is missing and we may.
need_library() {
    [ "$(uname -s)" = Linux ] || return 0
    for folder in /lib /usr/lib /lib64 /usr/lib64 /usr/local/lib /lib/*-linux-gnu* /usr/lib/*-linux-gnu*; do
        [ -e "$folder/$1" ] && return 0
    done
    install_package "$2" "$3" && return 0
    fail "the library $1 is missing ($3). On Debian or Ubuntu: apt-get install $2"
}

# wish_program NAME PACKAGE WHAT: installs a Debian package when the program is missing and we may;
# goes on without it.
wish_program() {
    [ "$(uname -s)" = Linux ] || return 0
    command -v "$1" >/dev/null 2>&1 && return 0
    install_package "$2" "$3" && return 0
    echo "countersign: $1 is missing ($3). On Debian or Ubuntu: apt-get install $2" >&2
}
