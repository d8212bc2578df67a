#!/bin/sh
# Runs a command while no other machine runs one under the same lock, which is an object in a bucket:
#   LOCK=https://bucket.s3.eu-central-1.amazonaws.com/reports/.tidemark-lock sh bucket-lock.sh COMMAND…
# object-store.sh does so by itself when LOCK is set.
#
# Needs curl from 7.88 on and a store that speaks S3 and has conditional writes (If-None-Match and If-Match of PutObject);
# one that ignores the conditions is refused. Keys are those of AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and, for a role,
# AWS_SESSION_TOKEN; they must last as long as the command. AWS_REGION is us-east-1 unless it is set.
#
# The holder writes the lock again every quarter of LOCK_LEASE (60 seconds). When a waiter has seen the same lock for the
# holder's whole lease, the holder is dead and the lock is taken over: no two clocks are ever compared. A holder that can't
# write its lock kills its command before another can have begun. Only a machine that was suspended goes on for a second or
# two until it finds its lock taken over; `tidemark publish --rebuild` mends what object-store.sh sent in these.
#
# Status: that of the command; 4 when the lock is not free within LOCK_WAIT (1800 seconds), can't be had, or was lost.
set -u
say() { echo "bucket-lock.sh: $*" >&2; }
lock=${LOCK:-} lease=${LOCK_LEASE:-60} patience=${LOCK_WAIT:-1800}
[ -n "$lock" ] && [ $# -gt 0 ] || { say "set LOCK to the address of the lock, and name a command"; exit 2; }
[ -n "${AWS_ACCESS_KEY_ID:-}" ] && [ -n "${AWS_SECRET_ACCESS_KEY:-}" ] ||
  { say "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"; exit 2; }
case $lease$patience in *[!0-9]* | 0* | ????????????*) say "LOCK_LEASE and LOCK_WAIT are whole seconds from 1 on"; exit 2 ;; esac
[ "$lease" -ge 10 ] || { say "LOCK_LEASE is 10 seconds or more"; exit 2; }
me=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

for tool in curl setsid; do
  command -v "$tool" > "$work/none" || { say "needs $tool"; exit 4; }
done

# Asks the store; sets `status`, which is 000 when there was no answer, and `etag`.
ask() {
  : > "$work/head"
  : > "$work/body"
  hash=$(printf '%s' "${text:-}" | sha256sum)
  # On standard input, since everyone can read the arguments of a command.
  status=$({
    printf 'user = "%s:%s"\n' "$AWS_ACCESS_KEY_ID" "$AWS_SECRET_ACCESS_KEY"
    [ -z "${AWS_SESSION_TOKEN:-}" ] || printf 'header = "x-amz-security-token: %s"\n' "$AWS_SESSION_TOKEN"
  } | curl --silent --config - --aws-sigv4 "aws:amz:${AWS_REGION:-us-east-1}:s3" --max-time $((lease / 10)) \
    --header "x-amz-content-sha256: ${hash%% *}" --dump-header "$work/head" --output "$work/body" \
    --write-out '%{http_code}' "$@" "$lock")
  etag=$(sed -n 's/\r$//; s/^[Ee][Tt][Aa][Gg]: *//p' "$work/head" | tail -n 1)
}

# Writes the lock if a condition holds. No two bodies are the same, so that no two have one ETag.
put() {
  count=$((${count:-0} + 1))
  text="$1 $me $count $lease"
  ask --request PUT --header "Content-Type: text/plain" --header "$2" --data-binary "$text"
  text=''
}

# Reads the lock; sets `state`, `holder` and `term`, its holder's lease.
look() {
  ask
  state='' holder='' term=''
  [ "$status" = 200 ] || return 0
  read -r state holder _ term < "$work/body" || :
  # A lease of more than a day is none of ours.
  case $term in '' | *[!0-9]* | ??????*) state='' ;; esac
}

# Ends the call for an answer that another try does not change.
refuse() {
  case $status in
  000 | 20? | 404 | 409 | 412 | 429 | 500 | 502 | 503 | 504) ;;
  *) say "$lock can't be $1: status $status"; exit 4 ;;
  esac
}

take() {
  waited=0 watched=0 seen=''
  while :; do
    look
    refuse read
    condition=''
    case $status:$state in
    404:*) condition="If-None-Match: *" ;;
    200:free) condition="If-Match: $etag" ;;
    200:held)
      # An answer may be lost, but what is there counts.
      [ "$holder" != "$me" ] || return 0
      [ "$etag" = "$seen" ] || { seen=$etag watched=0; }
      if [ "$watched" -gt "$term" ]; then
        say "the holder of $lock has not been heard of for $watched seconds: it is taken over"
        condition="If-Match: $etag" watched=0
      fi
      ;;
    200:*) say "$lock holds something else: name another object"; exit 4 ;;
    esac
    if [ -n "$condition" ]; then
      put held "$condition"
      refuse written
      case $status in 20?) continue ;; esac
    fi
    [ "$waited" -lt "$patience" ] || { say "$lock is not free after $waited seconds (status $status)"; exit 4; }
    sleep 2
    waited=$((waited + 2)) watched=$((watched + 2))
  done
}

# A store that ignores a condition would give the lock to everyone.
probe() {
  tries=3
  while :; do
    put held "$1"
    case $status in
    409 | 412) return ;;
    20?) say "the store of $lock ignores '${1%%:*}', so that it can't hold a lock"; exit 4 ;;
    esac
    tries=$((tries - 1))
    [ "$tries" -gt 0 ] || { say "$lock can't be tried: status $status"; exit 4; }
    sleep 1
  done
}

# Keeps the lock until the command has ended; kills it when the lock is lost.
keep() {
  failed=0 seconds=0 due=$(($(date +%s) + lease / 4))
  while sleep 1; do
    [ ! -e "$work/ended" ] || return 0
    # The clock shows that the machine was suspended; the seconds count where the clock is set back.
    seconds=$((seconds + 1))
    [ "$seconds" -ge $((lease / 4)) ] || [ "$(date +%s)" -ge "$due" ] || continue
    look
    [ "$status" != 200 ] || [ "$state $holder" = "held $me" ] || break
    [ "$status" != 200 ] || put held "If-Match: $etag"
    case $status in
    20?) failed=0 ;;
    *) failed=$((failed + 1)); [ "$failed" -lt 2 ] || break ;;
    esac
    seconds=0 due=$(($(date +%s) + lease / 4))
  done
  touch "$work/lost"
  kill -KILL "-$child"
}

take
probe "If-None-Match: *"
probe 'If-Match: "0"'
# A session of its own can be killed with all that the command has started.
exec 3<&0
LOCK='' setsid "$@" <&3 &
child=$!
trap 'kill -TERM "-$child" 2> "$work/none"' HUP INT TERM
keep 3<&- > "$work/none" 2>&1 &
keeper=$!
while :; do
  wait "$child"
  result=$?
  # A signal ends the wait and not the command.
  kill -0 "$child" 2> "$work/none" || break
done
# By a file: a shell that has only just been started can miss a signal, and a renewal on its way would take the lock again
# after its release.
touch "$work/ended"
while kill -0 "$keeper" 2> "$work/none"; do
  wait "$keeper"
done
if [ -e "$work/lost" ]; then
  say "$lock was lost, so '$1' was stopped: try again"
  exit 4
fi
look
[ "$status $state $holder" != "200 held $me" ] || put free "If-Match: $etag"
exit "$result"
