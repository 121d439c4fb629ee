# Completion of wallchart for bash.

_wallchart() {
  # The values of options: none, a file, a file with the given ending, any text, or one of the words.
  local -A takes=(
    [--after]=text
    [--at]=text
    [--chart]='words line area stacked spectrum points bars number table states gradient-line page-view progress'
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
    [--unit]='words % ms s B B/s'
    [--version]=
    [--window]='words 300 1m 5m 1h 1d'
    [--x]=text
    [-2]= [-f]= [-r]= [-h]=
    [-M]=text [-m]=text [-S]=text [-s]=text [-t]=text [-u]='words % ms s B B/s'
  )
  # The possible first words, and the files that follow them.
  local -A commands=(
    [check]=yaml [ctl]= [export]=yaml [gallery]= [history]=yaml [init]=yaml [sources]=
  )
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
    words*) mapfile -t COMPREPLY < <(compgen -W "${kind#words}" -- "$current") ;;
    file*) _wallchart_files "$current" "${kind#file}" ;;
    *)
      if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "${!takes[*]}" -- "$current")
      elif [[ $command == ctl && COMP_CWORD -eq 2 ]]; then
        mapfile -t COMPREPLY < <(
          compgen -W 'page pause resume snapshot reload dim blank wake message status' -- "$current")
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
