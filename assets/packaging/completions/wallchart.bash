# Completion of wallchart for bash.

_wallchart() {
  # The values of options: none, a file, a file with one of the endings, any text, one of the words, a chart, or a
  # window.
  local -A takes=(
    [--after]=text
    [--at]=text
    [--chart]=chart
    [--by]=text
    [--columns]=text
    [--dump-layers]=
    [--exit-at-end]=
    [--explain]=
    [--follow]=
    [--for]='words 30s 5m 1h'
    [--forget]=text
    [--fullscreen]=
    [--help]=
    [--history]=text
    [--no-history]=
    [--replay-history]=
    [--from]='words 1h 6h 24h'
    [--speed]='words 1 60 600'
    [--kiosk]=
    [--locked]=
    [--reconnect]=
    [--no-reconnect]=
    [--label]=text
    [--language]='words zh en'
    [--look]='words own article'
    [--list]=
    [--locale]='words system de_DE en_US fr_FR zh_CN'
    [--logy]=
    [--machine]=
    [--max]=text
    [--metrics]='words 127.0.0.1:9111'
    [--match]=text
    [--min]=text
    [--monitor]='words all'
    [--no-motion]=
    [--online]=
    [--page]=text
    [--pixel-shift]='words 0 2 4 8'
    [--rate]=
    [--record-samples]=file
    [--reduce-motion]=
    [--record]='file mp4 webm gif'
    [--replay]=file
    [--scale]='words 1 1.5 2 3'
    [--schema]=
    [--series]=text
    [--since]='words 1h 24h 7d'
    [--size]='words 800x480 1280x720 1920x1080 3840x2160'
    [--snapshot]='file png svg pdf'
    [--soft-max]=text
    [--soft-min]=text
    [--stats]=
    [--terminal]=
    [--graphics]='words kitty sixel braille'
    [--theme]='words dark light'
    [--time-format]=text
    [--title]=text
    [--unit]='words % ms s B B/s percent bytes bytes_si bytes/s bits/s seconds celsius none'
    [--version]=
    [--window]=window
    [--x]=text
    [-2]= [-f]= [-r]= [-h]=
    [-M]=text [-m]=text [-S]=text [-s]=text [-t]=text [-u]='words % ms s B B/s percent bytes bytes_si bytes/s bits/s seconds celsius none'
  )
  # The possible first words, and the files that follow them.
  local dashboards='yaml yml json'
  local -A commands=(
    [check]=$dashboards [ctl]= [export]="$dashboards csv jsonl ndjson" [gallery]= [history]=$dashboards
    [init]=$dashboards [sources]=
  )
  # The options of each command.
  local -A options=(
    [check]='--online' [ctl]='--window --for --list' [export]='--since --series --history'
    [gallery]='--chart --look --language --at --dump-layers --for --fullscreen --locale --locked --metrics
      --no-motion --record --reconnect --no-reconnect --reduce-motion --scale --size --snapshot --stats
      --terminal --graphics --theme --version'
    [history]='--forget --history' [init]='--machine --schema' [sources]=
  )
  # The options that only commands have.
  local foreign=' --online --list --since --series --look --language --forget --machine --schema '
  local current=${COMP_WORDS[COMP_CWORD]} option= kind
  if ((COMP_CWORD > 0)); then option=${COMP_WORDS[COMP_CWORD - 1]}; fi
  # Readline makes three words of --theme=dark.
  if [[ $current == = ]]; then
    current=
  elif [[ $option == = ]] && ((COMP_CWORD > 1)); then
    option=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  local command=
  if ((COMP_CWORD > 1)) && [[ -n ${commands[${COMP_WORDS[1]}]+known} ]]; then
    command=${COMP_WORDS[1]}
  fi
  [[ $option == -* && -n ${takes[$option]+known} ]] && kind=${takes[$option]}
  COMPREPLY=()
  case ${kind-} in
    text) ;;
    chart)
      kind='line area stacked spectrum points bars number tiles table states'
      [[ $command == gallery ]] && kind='gradient-line line page-view spectrum progress'
      mapfile -t COMPREPLY < <(compgen -W "$kind" -- "$current")
      ;;
    window)
      kind='300 1m 5m 1h 1d'
      [[ $command == ctl ]] && kind=$("${COMP_WORDS[0]}" ctl --list 2>/dev/null | cut -d ' ' -f 2-)
      mapfile -t COMPREPLY < <(compgen -W "$kind" -- "$current")
      ;;
    words*) mapfile -t COMPREPLY < <(compgen -W "${kind#words}" -- "$current") ;;
    file*) _wallchart_files "$current" "${kind#file}" ;;
    *)
      if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(
          if [[ $command ]]; then
            compgen -W "${options[$command]} --help -h" -- "$current"
          else
            for option in "${!takes[@]}"; do
              [[ $foreign == *" $option "* ]] || compgen -W "$option" -- "$current"
            done
          fi
        )
      elif [[ $command == ctl ]]; then
        _wallchart_request
      elif [[ $command ]]; then
        [[ ${commands[$command]} ]] && _wallchart_files "$current" "${commands[$command]}"
      else
        _wallchart_files "$current" ''
        if ((COMP_CWORD == 1)); then
          mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -W "${!commands[*]}" -- "$current")
        fi
      fi
      ;;
  esac
  return 0
}

# The request of ctl, and the words after it.
_wallchart_request() {
  local request= i
  for ((i = 2; i < COMP_CWORD; i++)); do
    case ${COMP_WORDS[i]} in
      --window | --for)
        [[ ${COMP_WORDS[i + 1]} == = ]] && ((i++))
        ((i++))
        ;;
      -*) ;;
      *)
        request=${COMP_WORDS[i]}
        break
        ;;
    esac
  done
  case $request in
    '')
      mapfile -t COMPREPLY < <(
        compgen -W 'page pause resume snapshot reload dim blank wake message status' -- "$current")
      ;;
    page)
      ((i + 1 == COMP_CWORD)) && mapfile -t COMPREPLY < <(compgen -W 'next previous' -- "$current")
      ;;
    snapshot) ((i + 1 == COMP_CWORD)) && _wallchart_files "$current" 'png svg pdf' ;;
  esac
}

# Folders, and files with one of the endings in the second argument.
_wallchart_files() {
  local ending
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(
    compgen -d -- "$1"
    if [[ $2 ]]; then
      for ending in $2; do compgen -f -X "!*.$ending" -- "$1"; done
    else
      compgen -f -- "$1"
    fi | while IFS= read -r file; do [[ -d $file ]] || printf '%s\n' "$file"; done
  )
}

complete -F _wallchart wallchart
