# Makes an installer for Windows: target\package\*.msi. Nobody has tried it yet.
# Same pattern as packaging/app-image; needs a JDK 25 in JAVA_HOME, Maven, and the WiX toolset.
$ErrorActionPreference = 'Stop'
$root = Split-Path -Parent $PSScriptRoot
if (-not $env:JAVA_HOME) { throw 'JAVA_HOME must name a JDK 25 or later' }
$image = Join-Path $root 'target\countersign'
if (-not (Test-Path (Join-Path $image 'lib'))) {
    Push-Location $root
    mvn -B -q -ntp -DskipTests package
    Pop-Location
}
$out = Join-Path $root 'target\package'
Remove-Item -Recurse -Force $out -ErrorAction SilentlyContinue
New-Item -ItemType Directory -Force (Join-Path $out 'input') | Out-Null
Copy-Item (Join-Path $image 'lib\*.jar') (Join-Path $out 'input')
& "$env:JAVA_HOME\bin\jlink" --module-path (Join-Path $image 'lib\javafx') `
    --add-modules 'java.se,javafx.controls,jdk.crypto.ec,jdk.unsupported,jdk.zipfs,jdk.security.auth' `
    --strip-debug --no-header-files --no-man-pages --compress zip-6 --output (Join-Path $out 'runtime')
$jar = (Get-ChildItem (Join-Path $out 'input\countersign*.jar')).Name
& "$env:JAVA_HOME\bin\jpackage" --type msi --name Countersign --dest $out --input (Join-Path $out 'input') `
    --main-jar $jar --main-class dev.countersign.launcher.Main --runtime-image (Join-Path $out 'runtime') `
    --java-options '-XX:+UseSerialGC' `
    --java-options '-Xms32m' `
    --java-options '-XX:NewSize=8m' `
    --java-options '-Xmx1g' `
    --java-options '--add-modules=javafx.controls' `
    --java-options '--enable-native-access=javafx.graphics,ALL-UNNAMED' `
    --icon (Join-Path $root 'assets\icons\countersign.ico') --app-version 1.0.0 `
    --win-menu --win-shortcut --win-per-user-install
Get-ChildItem (Join-Path $out '*.msi')
