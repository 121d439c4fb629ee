/// The dashboard that `wallchart init` writes.
public enum ExampleDashboard {
  /// The text of the file.
  public static let text = """
    # A dashboard of Wallchart. Show it with
    #     wallchart this-file.yaml
    # and on a screen on the wall with
    #     wallchart --kiosk this-file.yaml
    # Wallchart follows your edits. 'wallchart check this-file.yaml' lists mistakes.

    title: Example
    theme: dark                      # or light

    # Named sources are for several panels. A source for one panel can be part of that panel.
    sources:
      processes: {command: "ps -e --no-headers | wc -l", every: 10s}
      # node: {http: "http://127.0.0.1:9100/metrics", every: 5s}

    pages:
      - name: Machine
        duration: 20s                # how long a kiosk shows this page
        columns: 3                   # without it, the window decides
        panels:
          - title: CPU
            chart: area              # line, stacked, columns, number, ring, bars, table …
            source: {system: cpu.busy}   # 'wallchart sources' lists them
            window: 5m
            span: 2                  # columns of the grid; or {columns: 2, rows: 1}
            thresholds:
              - {above: 90, color: red, pattern: dashed, label: busy}

          - title: Load
            chart: line
            source: {system: load.1}
            range: {soft_max: 1}     # the axis reaches at least 1
            normal: 7d               # a band behind the line: what is usual at this time of the day

          - title: Traffic
            chart: stacked
            unit: bits/s             # percent, bytes, bytes/s, bits/s, seconds, celsius, MB/s, ms …
            series:
              - {label: in, source: {system: net.in}}
              - {label: out, source: {system: net.out}}

          - title: Memory
            chart: ring
            unit: bytes
            series:                  # the share of the first in the second, or in 'goal'
              - {source: {system: memory.used}}
              - {source: {system: memory.total}}

          - title: Processes
            chart: number
            source: {use: processes}
            decimals: 0
            window: 1h
            stale_after: 30s         # then the panel shows the number's age

      - name: Disks
        panels:
          - title: Disk
            unit: bytes/s
            series:
              - {label: read, source: {system: disk.read}}
              - {label: written, source: {system: disk.write}, style: dotted}

          - title: Space on /
            chart: progress
            source: {system: disk.space.used}
            goal: 500 GB

          # A number in the JSON of a web service:
          # - title: Queue
          #   source:
          #     http: http://127.0.0.1:8080/health
          #     path: .queues.mail.depth
          #     every: 5s
          #     bearer: ${QUEUE_TOKEN}   # or bearer_file: token.txt
          #   thresholds: [{above: 500, label: too long}]

          # A metric of an exporter, in the text format of Prometheus:
          # - title: Received
          #   source: {use: node, metric: node_network_receive_bytes_total, labels: {device: eth0}}
          #   rate: true               # shown as its growth per second
          #   unit: bytes/s

    """
}
