package dev.countersign.redaction;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A well-known form of secret that begins with letters of its own.
///
/// @param anchor how it begins, in any case
/// @param form all of it; group 1 is the secret's own characters, all of it where there is no group
/// @param needsBoundary whether no letter or digit may stand right before it
record TokenShape(String anchor, Pattern form, boolean needsBoundary) {
    /// The longest secret that is looked at, in characters.
    static final int LONGEST = 16_384;

    private static final String WORD = "[A-Za-z0-9_-]";

    /// The forms that their issuers document, and headers and addresses that carry secrets.
    static final List<TokenShape> KNOWN =
            List.of(
                    // Cloud providers
                    token("AKIA", "(?:[A-Z2-7]|[0-9]){16}(?![A-Za-z0-9])"),
                    token("ASIA", "[A-Z0-9]{16}(?![A-Za-z0-9])"),
                    token("ABIA", "[A-Z0-9]{16}(?![A-Za-z0-9])"),
                    token("ACCA", "[A-Z0-9]{16}(?![A-Za-z0-9])"),
                    token("AIza", WORD + "{35}(?!" + WORD + ")"),
                    token("ya29.", WORD + "{20,}"),
                    token("GOCSPX-", WORD + "{20,}"),
                    token("dop_v1_", "[0-9a-f]{64}"),
                    token("doo_v1_", "[0-9a-f]{64}"),
                    token("dor_v1_", "[0-9a-f]{64}"),
                    token("LTAI", "[A-Za-z0-9]{12,24}(?![A-Za-z0-9])"),
                    // Where code is kept and published
                    token("ghp_", "[A-Za-z0-9]{30,255}"),
                    token("gho_", "[A-Za-z0-9]{30,255}"),
                    token("ghu_", "[A-Za-z0-9]{30,255}"),
                    token("ghs_", "[A-Za-z0-9]{30,255}"),
                    token("ghr_", "[A-Za-z0-9]{30,255}"),
                    token("github_pat_", "[A-Za-z0-9_]{22,255}"),
                    token("glpat-", "[A-Za-z0-9_.-]{18,}"),
                    token("gldt-", WORD + "{18,}"),
                    token("glrt-", WORD + "{18,}"),
                    token("glptt-", WORD + "{18,}"),
                    token("glcbt-", WORD + "{18,}"),
                    token("glsoat-", WORD + "{18,}"),
                    token("ATATT3x", "[A-Za-z0-9_=-]{40,}"),
                    token("ATBB", "[A-Za-z0-9]{24,}"),
                    token("npm_", "[A-Za-z0-9]{36}(?![A-Za-z0-9])"),
                    token("pypi-", "AgE" + WORD + "{40,}"),
                    token("rubygems_", "[0-9a-f]{40,}"),
                    token("dckr_pat_", WORD + "{20,}"),
                    token("dckr_oat_", WORD + "{20,}"),
                    token("cio", "[A-Za-z0-9]{32}(?![A-Za-z0-9])"),
                    token("oy2", "[a-z0-9]{43}(?![A-Za-z0-9])"),
                    // Messages and mail
                    token("xoxb-", "[A-Za-z0-9-]{10,}"),
                    token("xoxp-", "[A-Za-z0-9-]{10,}"),
                    token("xoxa-", "[A-Za-z0-9-]{10,}"),
                    token("xoxe", "[.-][A-Za-z0-9.-]{10,}"),
                    token("xoxo-", "[A-Za-z0-9-]{10,}"),
                    token("xoxr-", "[A-Za-z0-9-]{10,}"),
                    token("xoxs-", "[A-Za-z0-9-]{10,}"),
                    token("xapp-", "[0-9]-[A-Za-z0-9-]{10,}"),
                    inside(
                            "hooks.slack.com/",
                            "(?:services|workflows|triggers)/([A-Za-z0-9_/+-]{20,})"),
                    inside("discord.com/api/webhooks/", "[0-9]{15,}/(" + WORD + "{40,})"),
                    inside("discordapp.com/api/webhooks/", "[0-9]{15,}/(" + WORD + "{40,})"),
                    inside("webhook.office.com/webhookb2/", "([A-Za-z0-9@/-]{40,})"),
                    inside("api.telegram.org/bot", "([0-9]{8,10}:" + WORD + "{30,})"),
                    token("SG.", WORD + "{16,}\\." + WORD + "{16,}"),
                    // Language models
                    token("sk-ant-", WORD + "{20,}"),
                    token("sk-proj-", WORD + "{20,}"),
                    token("sk-svcacct-", WORD + "{20,}"),
                    token("sk-admin-", WORD + "{20,}"),
                    token("sk-or-v1-", "[0-9a-f]{40,}"),
                    token("sk-", "[A-Za-z0-9]{32,}"),
                    token("hf_", "[A-Za-z0-9]{30,}"),
                    token("gsk_", "[A-Za-z0-9]{40,}"),
                    token("r8_", "[A-Za-z0-9]{30,}"),
                    token("xai-", "[A-Za-z0-9]{40,}"),
                    token("pplx-", "[A-Za-z0-9]{40,}"),
                    // Payment and commerce
                    token("sk_live_", "[A-Za-z0-9]{16,}"),
                    token("sk_test_", "[A-Za-z0-9]{16,}"),
                    token("rk_live_", "[A-Za-z0-9]{16,}"),
                    token("rk_test_", "[A-Za-z0-9]{16,}"),
                    token("whsec_", "[A-Za-z0-9+/=]{20,}"),
                    token("shpat_", "[0-9a-fA-F]{32}"),
                    token("shpca_", "[0-9a-fA-F]{32}"),
                    token("shppa_", "[0-9a-fA-F]{32}"),
                    token("shpss_", "[0-9a-fA-F]{32}"),
                    token("sq0atp-", WORD + "{22,}"),
                    token("sq0csp-", WORD + "{40,}"),
                    token("EAAA", "[A-Za-z0-9_+=-]{56,}"),
                    // Infrastructure
                    token("hvs.", WORD + "{20,}"),
                    token("hvb.", WORD + "{20,}"),
                    token("dapi", "[0-9a-f]{32}(?![A-Za-z0-9])"),
                    token("NRAK-", "[A-Z0-9]{20,}"),
                    token("glc_", "[A-Za-z0-9+/=]{30,}"),
                    token("glsa_", "[A-Za-z0-9_]{30,}"),
                    token("sntrys_", "[A-Za-z0-9+/=_-]{30,}"),
                    token("sntryu_", "[0-9a-f]{40,}"),
                    token("PMAK-", "[0-9a-f-]{30,}"),
                    token("lin_api_", "[A-Za-z0-9]{30,}"),
                    token("ntn_", "[A-Za-z0-9]{30,}"),
                    token("figd_", WORD + "{30,}"),
                    token("sbp_", "[0-9a-f]{40}"),
                    token("pscale_tkn_", WORD + "{30,}"),
                    token("fm2_", "[A-Za-z0-9+/=]{40,}"),
                    token("dp.pt.", "[A-Za-z0-9]{30,}"),
                    token("dp.st.", "[A-Za-z0-9_.-]{30,}"),
                    token("pul-", "[0-9a-f]{40}"),
                    token("nfp_", "[A-Za-z0-9]{30,}"),
                    token("tskey-", "[A-Za-z0-9-]{20,}"),
                    token("ops_eyJ", "[A-Za-z0-9+/=_-]{40,}"),
                    token("HRKU-", "[A-Za-z0-9-]{30,}"),
                    token("AGE-SECRET-KEY-1", "[A-Z0-9]{50,}"),
                    // Signed tokens: three parts, or five where they are encrypted
                    token(
                            "eyJ",
                            WORD
                                    + "{8,}\\.(?:eyJ)?"
                                    + WORD
                                    + "{8,}\\."
                                    + WORD
                                    + "{8,}(?:\\."
                                    + WORD
                                    + "{8,}){0,2}"),
                    // Headers
                    inside("bearer ", "([A-Za-z0-9._~+/-]{16,}=*)"),
                    inside(
                            "authorization",
                            "[\"']?\\s{0,3}[:=]\\s{0,3}[\"']?(?:(?:basic|bearer|token|apikey|digest|negotiate|aws4-hmac-sha256)\\s{1,3})([A-Za-z0-9._~+/=:-]{6,})"),
                    inside(
                            "authorization:",
                            "\\s{0,3}(?!(?:basic|bearer|token|apikey|digest|negotiate|aws4-hmac-sha256)\\s)([A-Za-z0-9._~+/=-]{12,})"),
                    inside("x-api-key:", "\\s{0,3}([^\\s\"',()]{8,})"),
                    inside("private-token:", "\\s{0,3}([^\\s\"',()]{8,})"),
                    inside("x-vault-token:", "\\s{0,3}([^\\s\"',()]{8,})"),
                    // Passwords in other people's forms
                    inside("accountkey=", "([A-Za-z0-9+/]{40,}={0,2})"),
                    inside("sharedaccesskey=", "([A-Za-z0-9+/]{40,}={0,2})"),
                    inside("sig=", "([A-Za-z0-9%+/]{40,}={0,2})"),
                    inside("-passin ", "[\"']?pass:([^\\s\"']{3,})"),
                    inside("-passout ", "[\"']?pass:([^\\s\"']{3,})"),
                    inside("-pass ", "[\"']?pass:([^\\s\"']{3,})"),
                    inside("sshpass ", "-p\\s?[\"']?([^\\s\"'$][^\\s\"']{2,})"),
                    inside("mysql", "[a-z]{0,8} (?:[^\\n|;&]{0,200} )?-p([^\\s\"'$][^\\s\"']{2,})"),
                    inside(
                            "mariadb",
                            "[a-z-]{0,8} (?:[^\\n|;&]{0,200} )?-p([^\\s\"'$][^\\s\"']{2,})"),
                    inside(
                            "redis-cli ",
                            "(?:[^\\n|;&]{0,200} )?-a [\"']?([^\\s\"'$][^\\s\"']{2,})"),
                    inside(
                            "docker login ",
                            "(?:[^\\n|;&]{0,200} )?-p [\"']?([^\\s\"'$][^\\s\"']{2,})"),
                    inside(
                            "curl ",
                            "(?:[^\\n|;]{0,400} )?(?:-u|--user|--proxy-user)["
                                    + " =][\"']?[^\\s:\"'$]{1,100}:([^\\s\"'$][^\\s\"']{2,})"),
                    inside(
                            "wget ",
                            "(?:[^\\n|;]{0,400} )?--(?:http-|ftp-|proxy-)?password["
                                    + " =][\"']?([^\\s\"'$][^\\s\"']{2,})"),
                    inside("login ", "[^\\s]{1,100}\\s{1,4}password\\s{1,4}([^\\s]{3,})"));

    private static TokenShape token(String anchor, String rest) {
        return new TokenShape(anchor, Pattern.compile(Pattern.quote(anchor) + rest), true);
    }

    /// A secret behind something that is none itself: only group 1 of `rest` is masked.
    private static TokenShape inside(String anchor, String rest) {
        return new TokenShape(
                anchor,
                Pattern.compile(Pattern.quote(anchor) + rest, Pattern.CASE_INSENSITIVE),
                false);
    }

    /// Looks at a place; the form stands there if the matcher looks at it with success.
    Matcher at(CharSequence text, int start) {
        Matcher matcher = form.matcher(text);
        matcher.region(start, Math.min(text.length(), start + LONGEST));
        matcher.useTransparentBounds(true);
        return matcher;
    }
}
