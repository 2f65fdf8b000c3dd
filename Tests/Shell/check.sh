#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Checks the completions and the man page with the programs that read them, those that are installed.
#
#   Tests/Shell/check.sh RUNNER
#
# reads with: bash, zsh, fish, mandoc, groff
set -euo pipefail

runner=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# Says what is wrong and ends the check.
fail() {
    echo "Tests/Shell: $*" >&2
    exit 1
}

# Whether a program is there; says so where it is not.
has() { command -v "$1" >/dev/null || { echo "passed over: $1 is not installed"; return 1; }; }

"$runner" --completions bash > runner.bash
"$runner" --completions zsh > _runner
"$runner" --completions fish > runner.fish
"$runner" --man > runner.1

bash -n runner.bash
echo 'ok: bash reads its completions'

if has zsh; then
    zsh -n _runner
    # A shell of its own at a terminal of its own, as only there zsh completes; its answer is what stands on the line.
    cat > drive.zsh <<'DRIVE'
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1='READY>'; unsetopt zle_bracketed_paste; fpath=($PWD \$fpath); autoload -U compinit; compinit -u -D"
zpty -w shell "bindkey '^X' show; zle -N show; show() { print -r -- \"LINE:\$BUFFER:END\" >> $PWD/answers; BUFFER=; }; : > $PWD/ready"
while [[ ! -e ready ]]; do sleep 0.05; done
integer count=0
for line in 'runner --known' 'runner --isolation wo' 'runner --format=j' 'runner -r --retr'; do
    zpty -n -w shell "$line"$'\t'$'\x18'
    (( count += 1 ))
    for turn in {1..200}; do
        while zpty -r -t shell said; do :; done
        [[ -e answers && $(wc -l < answers) -ge $count ]] && break
        sleep 0.05
    done
done
zpty -d shell
DRIVE
    zsh -f drive.zsh
    printf 'LINE:%s:END\n' 'runner --known-platform=' 'runner --isolation worker ' 'runner --format=json ' \
        'runner -r --retry=' > expected
    # The text after a completion may disappear with the next key.
    diff <(sed 's/[ =]*:END/:END/' expected) <(sed 's/[ =]*:END/:END/' answers) || fail 'zsh completes otherwise'
    echo 'ok: zsh reads its completions, and completes'
fi

if has fish; then
    fish -n runner.fish
    answer=$(fish --no-config -c 'source runner.fish; complete -C "runner --iso"; complete -C "runner --isolation c"')
    [ "$(cut -f1 <<< "$answer" | tr '\n' ' ')" = '--isolation case class ' ] || fail "fish completes otherwise: $answer"
    echo 'ok: fish reads its completions, and completes'
fi

if has mandoc; then
    mandoc -T lint -W warning runner.1
    echo 'ok: mandoc reads the man page'
fi
if has groff; then
    groff -man -ww -Tascii runner.1 > runner.txt 2> complaints
    [ ! -s complaints ] || fail "groff complains: $(cat complaints)"
    echo 'ok: groff reads the man page'
fi
