#!/bin/sh
# Says when it is your turn: TOKEN=... notifier.sh URL. It asks once for all your games, and is told when nothing is new.
set -u
api="${1%/}/api/v1"
rest="${REST:-10}"
answer=$(mktemp) && head=$(mktemp) || exit 1
trap 'rm -f "$answer" "$head"' EXIT
trap 'exit 0' INT TERM

etag="" told=""
while :; do
    status=$(curl -s -o "$answer" -D "$head" -w '%{http_code}' "$api/me/games" \
        -H "authorization: Bearer $TOKEN" ${etag:+-H "if-none-match: $etag"})
    case $status in
    200)
        etag=$(sed -n 's/^[Ee][Tt][Aa][Gg]: *//p' "$head" | tr -d '\r')
        # One game a line: each begins with its id.
        waiting=$(awk '{ gsub(/\{"id":"/, "\n&"); print }' "$answer" | sed -n '/"asked_me":true/s/^{"id":"\([^"]*\).*/\1/p')
        for game in $waiting; do
            case " $told " in *" $game "*) ;; *) echo "your turn: ${1%/}/#/game/$game" ;; esac
        done
        told=$(echo $waiting)
        ;;
    304) ;;
    401 | 403) echo "the token is not good" >&2; exit 1 ;;
    429 | 503) sleep "$(sed -n 's/^[Rr]etry-[Aa]fter: *//p' "$head" | tr -d '\r')" ;;
    esac
    sleep "$rest"
done
