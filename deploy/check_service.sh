# Functions for the checks of packages and images, which source this file: `program` is the command that runs the program, and `root`
# a folder of its own.

server=

# Ends the service and removes the folder, however the check ends.
finish() {
    if [ -n "$server" ]; then
        kill "$server" 2>/dev/null || true
        wait "$server" 2>/dev/null || true
    fi
    umount --recursive "$root" 2>/dev/null || true
    # What could not be unmounted is not ours to delete.
    rm -rf --one-file-system "$root" "$root.ready" "$root.log"
}

fail() {
    printf '%s is broken: %s\n' "$checked" "$1" >&2
    [ ! -f "$root.log" ] || cat "$root.log" >&2
    exit 1
}

# Creates an organization, starts the service with these arguments, asks whether it is healthy, and stops it.
check_service() {
    local address
    "${program[@]}" admin create-organization --name Example --id example >/dev/null
    "${program[@]}" serve --bind 127.0.0.1:0 --metrics off "$@" >"$root.ready" 2>"$root.log" &
    server=$!
    for _ in $(seq 300); do
        grep -q '^ready' "$root.ready" && break
        kill -0 "$server" 2>/dev/null || fail 'the service ended'
        sleep 0.2
    done
    address="$(sed -n 's#^ready: http://##p' "$root.ready")"
    [ -n "$address" ] || fail 'the service is not ready after a minute'
    "${program[@]}" health --address "$address" >/dev/null || fail 'the service is not healthy'
    kill -TERM "$server"
    wait "$server" || fail 'the service did not stop'
    server=
}
