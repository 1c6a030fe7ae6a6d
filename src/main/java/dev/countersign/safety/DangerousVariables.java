package dev.countersign.safety;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Variables by which a harmless-looking command runs something else.
final class DangerousVariables {
    /// These make programs run or load something.
    private static final Set<String> RUN =
            Set.of(
                    "BASH_ENV",
                    "ENV",
                    "SHELLOPTS",
                    "BASHOPTS",
                    "PROMPT_COMMAND",
                    "PS4",
                    "ZDOTDIR",
                    "PAGER",
                    "MANPAGER",
                    "LESSOPEN",
                    "LESSCLOSE",
                    "LESSKEY",
                    "EDITOR",
                    "VISUAL",
                    "BROWSER",
                    "SHELL",
                    "TAR_OPTIONS",
                    "RSYNC_RSH",
                    "CVS_RSH",
                    "SSH_ASKPASS",
                    "SUDO_ASKPASS",
                    "PERL5OPT",
                    "PERL5LIB",
                    "PERL5DB",
                    "PERLLIB",
                    "PYTHONPATH",
                    "PYTHONSTARTUP",
                    "PYTHONHOME",
                    "PYTHONBREAKPOINT",
                    "PYTHONINSPECT",
                    "PYTHONWARNINGS",
                    "RUBYOPT",
                    "RUBYLIB",
                    "NODE_OPTIONS",
                    "NODE_PATH",
                    "LUA_INIT",
                    "LUA_PATH",
                    "LUA_CPATH",
                    "JAVA_TOOL_OPTIONS",
                    "JDK_JAVA_OPTIONS",
                    "_JAVA_OPTIONS",
                    "CLASSPATH",
                    "MAVEN_OPTS",
                    "MAVEN_ARGS",
                    "GRADLE_OPTS",
                    "DOTNET_STARTUP_HOOKS",
                    "MAKEFLAGS",
                    "MAKEFILES",
                    "RUSTC_WRAPPER",
                    "RUSTC",
                    "CARGO_BUILD_RUSTC_WRAPPER",
                    "GOFLAGS",
                    "GCONV_PATH",
                    "OPENSSL_CONF",
                    "PSQLRC",
                    "INPUTRC",
                    "FZF_DEFAULT_COMMAND",
                    "FZF_DEFAULT_OPTS",
                    "FZF_DEFAULT_OPTS_FILE",
                    "RIPGREP_CONFIG_PATH",
                    "BAT_CONFIG_PATH",
                    "BAT_OPTS",
                    "BAT_PAGER",
                    "MANOPT",
                    "HGRCPATH",
                    "AWS_CONFIG_FILE",
                    "VIMINIT",
                    "EXINIT",
                    "VIMRUNTIME",
                    "EMACSLOADPATH",
                    "PERL5SHELL",
                    "PERL_MM_OPT",
                    "PYTHONUSERBASE",
                    "PYTHONPLATLIBDIR",
                    "NODE_REPL_EXTERNAL_MODULE",
                    "GLIBC_TUNABLES",
                    "TF_CLI_CONFIG_FILE",
                    "ANSIBLE_CONFIG",
                    "COMPOSE_FILE",
                    "CURL_HOME",
                    "WGETRC",
                    "NODE_REDIRECT_WARNINGS",
                    "JAVA_OPTS",
                    "SBT_OPTS",
                    "JVM_OPTS",
                    "CATALINA_OPTS",
                    "ANT_OPTS",
                    "JRUBY_OPTS",
                    "CARGO_BUILD_RUSTC",
                    "RUSTC_WORKSPACE_WRAPPER",
                    "CARGO_BUILD_RUSTC_WORKSPACE_WRAPPER",
                    "ACKRC",
                    "ACK_OPTIONS",
                    "ACK_PAGER",
                    "MAGICK_CONFIGURE_PATH",
                    "MAGICK_CODER_MODULE_PATH",
                    "OPENSSL_MODULES",
                    "OPENSSL_ENGINES",
                    "SYSTEMD_EDITOR",
                    "GTK_MODULES",
                    "GI_TYPELIB_PATH",
                    "QT_PLUGIN_PATH",
                    "GVBINDIR",
                    "PKG_CONFIG",
                    "CMAKE_TOOLCHAIN_FILE");

    /// These make programs find something elsewhere, or send it there.
    private static final Set<String> ELSEWHERE =
            Set.of(
                    "PATH",
                    "IFS",
                    "HOME",
                    "CDPATH",
                    "GLOBIGNORE",
                    "HISTFILE",
                    "XDG_CONFIG_HOME",
                    "GNUPGHOME",
                    "KUBECONFIG",
                    "DOCKER_HOST",
                    "HTTP_PROXY",
                    "HTTPS_PROXY",
                    "ALL_PROXY",
                    "SSL_CERT_FILE",
                    "SSL_CERT_DIR",
                    "NODE_EXTRA_CA_CERTS",
                    "NODE_TLS_REJECT_UNAUTHORIZED",
                    "PYTHONHTTPSVERIFY",
                    "PIP_INDEX_URL",
                    "PIP_EXTRA_INDEX_URL",
                    "PIP_CONFIG_FILE",
                    "PIP_TARGET",
                    "PIP_FIND_LINKS",
                    "UV_INDEX_URL",
                    "UV_DEFAULT_INDEX",
                    "UV_EXTRA_INDEX_URL",
                    "CARGO_HOME",
                    "RUSTUP_TOOLCHAIN",
                    "GOSUMDB",
                    "GONOSUMDB",
                    "GOINSECURE",
                    "YARN_RC_FILENAME",
                    "YARN_NPM_REGISTRY_SERVER",
                    "COREPACK_NPM_REGISTRY",
                    "DOCKER_CONFIG",
                    "DOCKER_CONTEXT",
                    "BUILDKIT_HOST",
                    "AWS_SHARED_CREDENTIALS_FILE",
                    "CLOUDSDK_CONFIG",
                    "AZURE_CONFIG_DIR",
                    "SSLKEYLOGFILE",
                    "CURL_CA_BUNDLE",
                    "REQUESTS_CA_BUNDLE",
                    "HOSTALIASES",
                    "TERMINFO",
                    "LOCPATH",
                    "NLSPATH",
                    "NPM_CONFIG_REGISTRY",
                    "GOPROXY");

    private static final Set<String> PROXIES = Set.of("http_proxy", "https_proxy", "all_proxy");

    private static final Set<String> HARMLESS_GIT =
            Set.of(
                    "GIT_TERMINAL_PROMPT",
                    "GIT_OPTIONAL_LOCKS",
                    "GIT_AUTHOR_NAME",
                    "GIT_AUTHOR_EMAIL",
                    "GIT_AUTHOR_DATE",
                    "GIT_COMMITTER_NAME",
                    "GIT_COMMITTER_EMAIL",
                    "GIT_COMMITTER_DATE",
                    "GIT_MERGE_AUTOEDIT",
                    "GIT_DISCOVERY_ACROSS_FILESYSTEM");
    // Folders in which an interpreter looks for modules.
    private static final Set<String> SEARCHED =
            Set.of("PYTHONPATH", "NODE_PATH", "PERL5LIB", "RUBYLIB");
    // Options of an interpreter, some of which load code.
    private static final Set<String> OPTIONS =
            Set.of(
                    "NODE_OPTIONS",
                    "JAVA_TOOL_OPTIONS",
                    "JDK_JAVA_OPTIONS",
                    "_JAVA_OPTIONS",
                    "RUBYOPT",
                    "MAVEN_OPTS",
                    "MAVEN_ARGS",
                    "GRADLE_OPTS",
                    "JAVA_OPTS",
                    "SBT_OPTS",
                    "JVM_OPTS",
                    "CATALINA_OPTS",
                    "ANT_OPTS",
                    "JRUBY_OPTS",
                    "GOFLAGS",
                    "MAKEFLAGS",
                    "PYTHONWARNINGS");
    private static final Pattern LOADING =
            Pattern.compile(
                    "require|import|loader|agent|inspect|(^|\\s)-[rIf]|@|OnOutOfMemory|OnError"
                            + "|toolexec|eval|::|boot");
    private static final Set<String> COMPILERS =
            Set.of(
                    "CC",
                    "CXX",
                    "CPP",
                    "LD",
                    "AR",
                    "AS",
                    "NM",
                    "RANLIB",
                    "FC",
                    "RUSTFLAGS",
                    "MAKE",
                    "SED",
                    "AWK",
                    "CONFIG_SHELL",
                    "npm_config_script_shell");
    private static final Pattern ODD_COMPILER =
            Pattern.compile(
                    "(^|\\s|=)(/tmp/|/var/tmp/|/dev/shm/)|\\b(ba|da|z)?sh\\s+-c\\b|[;|&`]|\\$\\(|(curl|wget)\\s");
    private static final Pattern OPEN_FOLDERS =
            Pattern.compile("^(/tmp|/var/tmp|/dev/shm)(/|:|$)|^\\.?(:|$)");
    private static final Set<String> HARMLESS_PROGRAMS =
            Set.of(
                    "cat",
                    "true",
                    ":",
                    "",
                    "vim",
                    "vi",
                    "nvim",
                    "nano",
                    "emacs",
                    "emacs -nw",
                    "code",
                    "code --wait",
                    "code -w",
                    "hx",
                    "micro",
                    "less",
                    "less -R",
                    "less -FRX",
                    "less -FR",
                    "more",
                    "bat",
                    "most",
                    "delta",
                    "subl -w");

    private DangerousVariables() {}

    /// Whether all folders of a search path are relative and do not climb.
    private static boolean isInside(String path) {
        for (String folder : path.split(":", -1)) {
            if (folder.startsWith("/") || folder.startsWith("~") || folder.contains("..")) {
                return false;
            }
        }
        return true;
    }

    /// Whether a command's own assignment is: `IFS=, read a b` splits one line and nothing else.
    static boolean isDangerous(SimpleCommand command, SimpleCommand.Assigned assigned) {
        boolean splits =
                assigned.name().equals("IFS")
                        && command.name()
                                .filter(Set.of("read", "mapfile", "readarray")::contains)
                                .isPresent();
        return !splits && isDangerous(assigned.name(), assigned.value());
    }

    static boolean isDangerous(String name, Optional<String> value) {
        boolean program =
                name.equals("PAGER")
                        || name.endsWith("_PAGER")
                        || name.equals("MANPAGER")
                        || name.endsWith("EDITOR")
                        || name.equals("VISUAL");
        if (program && value.isPresent() && HARMLESS_PROGRAMS.contains(value.get())) {
            return false;
        }
        return RUN.contains(name)
                || isElsewhere(name)
                || program
                || name.toUpperCase(Locale.ROOT).startsWith("NPM_CONFIG_")
                || name.startsWith("LD_")
                || name.startsWith("DYLD_")
                || name.startsWith("BASH_FUNC_")
                || name.startsWith("AWS_ENDPOINT_URL")
                || name.startsWith("TF_CLI_ARGS")
                || name.startsWith("LUA_PATH_")
                || (name.equals("LESS") && value.filter(text -> text.contains("+")).isPresent())
                || isOddCompiler(name, value)
                || (name.startsWith("GIT_") && !HARMLESS_GIT.contains(name));
    }

    /// `CC=clang` chooses a compiler, `CC='sh -c …'` runs something else.
    private static boolean isOddCompiler(String name, Optional<String> value) {
        boolean chooses =
                COMPILERS.contains(name)
                        || (name.startsWith("CARGO_TARGET_")
                                && (name.endsWith("_LINKER") || name.endsWith("_RUNNER")));
        return chooses && value.filter(text -> ODD_COMPILER.matcher(text).find()).isPresent();
    }

    /// A search path that begins in a folder where everybody may write.
    private static boolean isOpenSearchPath(String name, Optional<String> value) {
        return name.equals("PATH")
                && value.filter(text -> OPEN_FOLDERS.matcher(text).find()).isPresent();
    }

    /// Whether it makes programs run or load something, rather than only find it elsewhere.
    ///
    /// @param value empty when it is not known
    static boolean runsCode(String name, Optional<String> value) {
        if (isOpenSearchPath(name, value)) {
            return true;
        }
        if (SEARCHED.contains(name) && value.filter(DangerousVariables::isInside).isPresent()) {
            return false;
        }
        boolean loads = value.isEmpty() || LOADING.matcher(value.get()).find();
        return !(OPTIONS.contains(name) && !loads) && !isElsewhere(name);
    }

    private static boolean isElsewhere(String name) {
        return ELSEWHERE.contains(name)
                || PROXIES.contains(name)
                || name.startsWith("AWS_ENDPOINT_URL");
    }
}
