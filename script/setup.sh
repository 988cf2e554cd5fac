# Sourced by script/run, script/test and script/bench: makes .venv complete for the given purpose (run or dev).
# Installs Debian packages when root; otherwise says which line to type. Quick when nothing has changed.

planisphere_packages="libegl1 libegl-mesa0 libgl1 libgl1-mesa-dri libgles2 libgbm1 libxrender1"

say() { printf 'planisphere: %s\n' "$*" >&2; }

usable_python() {
    "$1" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))' 2>/dev/null &&
        "$1" -c 'import venv, ensurepip' 2>/dev/null
}

# Debian's own Python first, which a table has too: one that was built from source is often a fifth slower.
find_python() {
    local name
    for name in "${PYTHON:-/usr/bin/python3}" python3 python3.11 python3.12 python3.13; do
        command -v "$name" >/dev/null 2>&1 && usable_python "$name" && { command -v "$name"; return 0; }
    done
    return 1
}

missing_packages() {
    command -v dpkg-query >/dev/null 2>&1 || return 0
    local name missing=""
    for name in $planisphere_packages; do
        dpkg-query -W -f='${Status}' "$name" 2>/dev/null | grep -q 'install ok installed' || missing="$missing $name"
    done
    find_python >/dev/null || missing="$missing python3 python3-venv"
    printf '%s' "${missing# }"
}

install_packages() {
    local missing
    missing=$(missing_packages)
    [ -z "$missing" ] && return 0
    if [ "$(id -u)" = 0 ]; then
        say "installing Debian packages: $missing"
        # shellcheck disable=SC2086
        { apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing; } >&2
    else
        say "some Debian packages are missing. Type this line, then start again:"
        printf '    sudo apt-get install -y %s\n' "$missing" >&2
        return 3
    fi
}

make_venv() {
    local purpose=$1 compile="" python stamp want
    want="$(cat "requirements/$purpose.txt" pyproject.toml script/build_catalogues.py pi_app/locale/*/*/*.po hub/locale/*/*/*.po 2>/dev/null | sha256sum | cut -d' ' -f1) $PWD"
    stamp=.venv/.planisphere-$purpose
    [ -x .venv/bin/planisphere ] && [ "$(cat "$stamp" 2>/dev/null)" = "$want" ] && return 0
    if ! { [ -x .venv/bin/python ] && usable_python .venv/bin/python; }; then
        python=$(find_python) || { say "Python 3.11, 3.12 or 3.13 with venv is needed"; return 3; }
        say "making .venv with $("$python" --version)"
        rm -rf .venv
        "$python" -m venv .venv || return 3
    fi
    say "installing the pinned dependencies (once; a few minutes on a Raspberry Pi)"
    # Tests import a part of what they install: to compile that part alone, when it is imported, is quicker.
    [ "$purpose" != dev ] || compile=--no-compile
    # shellcheck disable=SC2086
    .venv/bin/python -m pip install --quiet --disable-pip-version-check $compile --require-hashes -r "requirements/$purpose.txt" >&2 || return 3
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps -e . >&2 || return 3
    rm -f .venv/.planisphere-*
    printf '%s' "$want" >"$stamp"
    [ "$purpose" = dev ] && make_run_stamp
    return 0
}

# dev holds everything that run holds.
make_run_stamp() {
    printf '%s' "$(cat requirements/run.txt pyproject.toml script/build_catalogues.py pi_app/locale/*/*/*.po hub/locale/*/*/*.po 2>/dev/null | sha256sum | cut -d' ' -f1) $PWD" >.venv/.planisphere-run
}

# MicroPython for the tests of the microcontroller's program; without npm those tests are skipped and say why.
make_micropython() {
    local folder=firmware_bridge/simulator
    [ -d "$folder/node_modules/@micropython" ] && return 0
    if ! command -v npm >/dev/null 2>&1; then
        say "npm is not here: the microcontroller's program is tested under Python only"
        return 0
    fi
    say "installing MicroPython for the tests"
    npm ci --prefix "$folder" --no-audit --no-fund --loglevel=error >&2 || say "npm could not install MicroPython: its tests are skipped"
}

# Debian's packages that only tests need, when root: fetch WHAT PACKAGE… Where they cannot be had those tests are skipped and say why.
fetch() {
    local what="$1"
    shift
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        say "installing $what for the tests"
        { apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$@"; } >&2 && return 0
    fi
    say "not here: $what; some tests are skipped (apt-get install $*)"
}

have() {
    local name
    for name; do PATH="$PATH:/usr/sbin:/sbin" command -v "$name" >/dev/null || return 1; done
}

# The event host's database and proxy, of which its tests start their own; the card's partitions and file systems.
make_services() {
    { have initdb || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; } && have haproxy || fetch "PostgreSQL and HAProxy" postgresql haproxy
    have mcopy sfdisk mkfs.vfat mkfs.ext4 || fetch "tools for a card" mtools fdisk dosfstools e2fsprogs
}

# Chromium and its driver, and the accessibility rules, for the tests of the event host's pages.
make_browser() {
    have chromedriver chromium || fetch "Chromium" chromium chromium-driver
    [ -d tests/browser/node_modules/axe-core ] || ! command -v npm >/dev/null 2>&1 ||
        npm ci --prefix tests/browser --no-audit --no-fund --loglevel=error >&2 || say "npm could not install axe-core: accessibility is not checked"
}

# What only tests need is fetched beside the libraries.
planisphere_setup() {
    local beside="" made=0
    install_packages || return
    [ "$1" != dev ] || { { make_micropython; make_services; make_browser; } & beside=$!; }
    make_venv "$1" || made=$?
    [ -z "$beside" ] || wait "$beside" || :
    return "$made"
}
