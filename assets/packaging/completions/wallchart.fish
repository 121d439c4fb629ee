# Completion of wallchart for fish.

# Whether the command is one of the arguments; "show" means a page other than the gallery.
function __wallchart_command
    set --local words (commandline -opc)
    set --local word show
    if contains -- "$words[2]" check ctl export gallery history init sources
        set word $words[2]
    end
    contains -- $word $argv
end

# Whether the request of ctl before the cursor, with the words after it, is one of the arguments; "" means none so far.
function __wallchart_request
    __wallchart_command ctl; or return
    set --local words (commandline -opc)
    set --local i 3
    while set --query words[$i]
        switch $words[$i]
            case --window --for
                set i (math $i + 2)
            case '-*'
                set i (math $i + 1)
            case '*'
                break
        end
    end
    if test $i -le (count $words)
        contains -- "$words[$i..-1]" $argv
    else
        contains -- '' $argv
    end
end

# The charts of the gallery, or of rows.
function __wallchart_charts
    if __wallchart_command gallery
        string split ' ' 'gradient-line line page-view spectrum progress'
    else
        string split ' ' 'line area stacked spectrum points bars number tiles table states'
    end
end

# Windows that run, by their names, for ctl; otherwise extents of the time axis.
function __wallchart_windows
    if __wallchart_command ctl
        wallchart ctl --list 2>/dev/null | string replace --regex '^\S+ ' ''
    else
        string split ' ' '300 1m 5m 1h 1d'
    end
end

complete -c wallchart -n __fish_use_subcommand -a check -d 'List the mistakes in dashboards'
complete -c wallchart -n __fish_use_subcommand -a ctl -d 'Ask a running window for something'
complete -c wallchart -n __fish_use_subcommand -a export -d 'Write what is kept of a dashboard into a file'
complete -c wallchart -n __fish_use_subcommand -a gallery -d 'Show five animated charts'
complete -c wallchart -n __fish_use_subcommand -a history -d 'List what is kept of a dashboard'
complete -c wallchart -n __fish_use_subcommand -a init -d 'Write an example of a dashboard'
complete -c wallchart -n __fish_use_subcommand -a sources -d 'List the metrics of this machine'
complete -c wallchart -n '__wallchart_request ""' -x -a 'page pause resume snapshot reload dim blank wake message status'
complete -c wallchart -n '__wallchart_request page' -x -a 'next previous'
complete -c wallchart -n '__wallchart_command ctl; and not __wallchart_request snapshot' -f
complete -c wallchart -n '__wallchart_command gallery sources' -f
complete -c wallchart -n '__wallchart_command show' -l after -x -d 'Seconds of data to collect before a snapshot'
complete -c wallchart -n '__wallchart_command show gallery' -l at -x -d 'The moment of the opening animation, in seconds'
complete -c wallchart -n '__wallchart_command show gallery' -l chart -x -a '(__wallchart_charts)' -d 'Chart of the rows, or of the gallery'
complete -c wallchart -n '__wallchart_command show' -l by -x -d 'Columns that tell rows apart'
complete -c wallchart -n '__wallchart_command show' -l columns -x -d 'Show only these columns'
complete -c wallchart -n '__wallchart_command show gallery' -l dump-layers -d 'Also print the tree of layers'
complete -c wallchart -n '__wallchart_command show' -l follow -s f -d 'Show the latest rows of a file'
complete -c wallchart -n '__wallchart_command show' -l x -x -d 'Column of the horizontal axis'
complete -c wallchart -n '__wallchart_command show' -l exit-at-end -d 'End when the input ends'
complete -c wallchart -n '__wallchart_command show' -l explain -d 'Say how the input is understood'
complete -c wallchart -n '__wallchart_command show gallery ctl' -l for -x -a '30s 5m 1h' -d 'Length of a film, or of a message of ctl'
complete -c wallchart -n '__wallchart_command history' -l forget -x -d 'Series that are forgotten'
complete -c wallchart -n '__wallchart_command show gallery' -l fullscreen -d 'Start in full screen'
complete -c wallchart -l help -s h -d 'Print a summary of the options'
complete -c wallchart -n '__wallchart_command show history export' -l history -x -d 'Name under which the numbers of a pipe are kept'
complete -c wallchart -n '__wallchart_command show' -l no-history -d 'Keep nothing on the disk'
complete -c wallchart -n '__wallchart_command show' -l replay-history -d 'Show the past of a dashboard as it was'
complete -c wallchart -n '__wallchart_command show' -l from -x -a '1h 6h 24h' -d 'First time of a replay'
complete -c wallchart -n '__wallchart_command show' -l speed -x -a '1 60 600' -d 'Seconds of the past in a second'
complete -c wallchart -n '__wallchart_command show' -l kiosk -d 'For a screen on a wall'
complete -c wallchart -n '__wallchart_command show gallery' -l locked -d 'Keys and clicks have no effect'
complete -c wallchart -n '__wallchart_command show' -l pixel-shift -x -a '0 2 4 8' -d 'Movement against burning in, in pixels'
complete -c wallchart -n '__wallchart_command show gallery' -l reconnect -d 'Wait for an X server that has ended'
complete -c wallchart -n '__wallchart_command show gallery' -l no-reconnect -d 'End with the X server'
complete -c wallchart -n '__wallchart_command show' -l label -x -d 'Names of the columns'
complete -c wallchart -n '__wallchart_command gallery' -l language -x -a 'zh en' -d 'Language of the gallery'
complete -c wallchart -n '__wallchart_command gallery' -l look -x -a 'own article' -d 'Look of the charts of the gallery'
complete -c wallchart -n '__wallchart_command ctl' -l list -d 'List the windows that run'
complete -c wallchart -n '__wallchart_command show' -l logy -d 'Logarithmic value axes'
complete -c wallchart -n '__wallchart_command show' -l match -x -d 'Regular expression whose groups are columns'
complete -c wallchart -n '__wallchart_command show' -l max -s m -x -d 'Fixed upper end of value axes'
complete -c wallchart -n '__wallchart_command show gallery' -l metrics -x -a '127.0.0.1:9111' -d 'Report the own health to Prometheus'
complete -c wallchart -n '__wallchart_command show' -l min -s M -x -d 'Fixed lower end of value axes'
complete -c wallchart -n '__wallchart_command show' -l monitor -x -a all -d 'Monitor for the window'
complete -c wallchart -n '__wallchart_command show gallery' -l no-motion -d 'Show changes at once'
complete -c wallchart -n '__wallchart_command check' -l online -d 'Also ask the servers'
complete -c wallchart -n '__wallchart_command init' -l machine -d 'The dashboard of this machine'
complete -c wallchart -n '__wallchart_command init' -l schema -d 'The JSON Schema of dashboards'
complete -c wallchart -n '__wallchart_command show' -l page -x -d 'First page of a dashboard'
complete -c wallchart -n '__wallchart_command show' -l rate -s r -d 'Values are counters: show their growth per second'
complete -c wallchart -n '__wallchart_command show' -l record-samples -r -F -d 'Also record the samples'
complete -c wallchart -n '__wallchart_command show gallery' -l locale -x -a '(locale -a) system' -d 'Region of numbers and dates'
complete -c wallchart -n '__wallchart_command show gallery' -l record -r -F -d 'Film instead of a window'
complete -c wallchart -n '__wallchart_command show gallery' -l reduce-motion -d 'Fade instead of moving'
complete -c wallchart -n '__wallchart_command show' -l replay -r -F -d 'Show recorded samples'
complete -c wallchart -n '__wallchart_command show gallery' -l scale -x -a '1 1.5 2 3' -d 'Device pixels per point'
complete -c wallchart -n '__wallchart_command export' -l series -x -d 'Series that are exported'
complete -c wallchart -n '__wallchart_command export' -l since -x -a '1h 24h 7d' -d 'Age of the samples that are exported'
complete -c wallchart -n '__wallchart_command show gallery' -l size -x -a '800x480 1280x720 1920x1080 3840x2160' -d 'Size in points'
complete -c wallchart -n '__wallchart_command show gallery' -l snapshot -r -F -d 'Draw one picture into a file'
complete -c wallchart -n '__wallchart_command show' -l soft-max -s s -x -d 'Value that value axes reach up to'
complete -c wallchart -n '__wallchart_command show' -l soft-min -s S -x -d 'Value that value axes reach down to'
complete -c wallchart -n '__wallchart_command show gallery' -l stats -d 'Print a JSON object for each frame'
complete -c wallchart -n '__wallchart_command show gallery' -l terminal -d 'Show the page in this terminal'
complete -c wallchart -n '__wallchart_command show gallery' -l graphics -x -a 'kitty sixel braille' -d 'Means of drawing into the terminal'
complete -c wallchart -n '__wallchart_command show gallery' -l theme -x -a 'dark light' -d 'Colours'
complete -c wallchart -n '__wallchart_command show' -l time-format -x -d 'Format of the time at the start of a line'
complete -c wallchart -n '__wallchart_command show' -l title -s t -x -d 'Title of the page'
complete -c wallchart -n '__wallchart_command show' -l unit -s u -x -a '% ms s B B/s percent bytes bytes_si bytes/s bits/s seconds celsius none' -d 'Unit of the values'
complete -c wallchart -n '__wallchart_command show gallery' -l version -d 'Print the version'
complete -c wallchart -n '__wallchart_command show ctl' -l window -x -a '(__wallchart_windows)' -d 'Extent of the time axis, or the window of ctl'
complete -c wallchart -n '__wallchart_command show' -s 2 -d 'Numbers are values of two series in turn'
