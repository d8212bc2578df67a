# A whole run, for cron and systemd: the job, its page in a site, and its mail. Beside this file in /srv/nightly:
# nightly.sh, and tidemark.json with "site", "project", "baseUrl", "mailFrom" and "mailTo".
cd "$(dirname "$0")" || exit
rm -f nightly.json
./nightly.sh --report nightly.json
tidemark publish nightly.json --missing "The job left no report" --fail-on new-error; status=$?
tidemark mail nightly.json --missing "The job left no report" --only-if changed --send || status=$?
exit $status
