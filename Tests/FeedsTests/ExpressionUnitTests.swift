import Testing

@testable import Feeds

@Suite struct ExpressionUnitTests {
  @Test(
    arguments: [
      ("node_memory_MemFree_bytes", "B"), ("process_cpu_seconds_total", "s"),
      ("http_request_duration_seconds_sum", "s"), ("node_hwmon_temp_celsius", "°C"),
      ("battery_percent", "%"), ("ups_watts", "W"), ("energy_joules_total", "J"),
      ("http_request_duration_seconds_count", nil), ("node_boot_time_seconds", nil),
      ("push_timestamp_seconds", nil), ("node_load1", nil), ("up", nil), ("bytes", nil),
      ("http_request_duration_seconds_bucket", nil), ("", nil),
    ] as [(String, String?)])
  func unitsOfNames(name: String, unit: String?) {
    #expect(MetricUnit.symbol(of: name) == unit)
  }

  @Test(
    arguments: [
      ("node_memory_MemFree_bytes", "B"), ("sum by (pod) (x_bytes{ns=~\"a|b\"})", "B"),
      ("sum(rate(x_bytes_total{a=\"}\"}[5m])) by (x_seconds)", "B/s"),
      ("topk(5, sum without (cpu_seconds) (irate(x_bytes_total[1m] offset 5m)))", "B/s"),
      ("increase(x_bytes_total[1h])", "B"), ("rate(energy_joules_total[5m])", "W"),
      ("x_total_bytes - x_free_bytes", "B"), ("x_bytes > 1e6", "B"), ("- x_celsius", "°C"),
      ("x_bytes or on(a) vector(0)", "B"), ("avg_over_time(x_seconds[5m:1m])", "s"),
      ("histogram_quantile(0.95, sum by (le) (rate(x_seconds_bucket[5m])))", "s"),
      ("histogram_quantile(0.95, sum(rate(x_seconds[5m])))", "s"),
      ("time() - process_start_time_seconds", "s"), ("{__name__=\"x_bytes\"}", nil),
      ("rate(x_seconds_total[5m])", nil), ("rate(x_total[5m])", nil), ("count(x_bytes)", nil),
      ("x_bytes / y_bytes", nil), ("8 * rate(x_bytes_total[5m])", nil), ("x_bytes - up", nil),
      ("x_bytes + x_seconds", nil), ("x_bytes > bool 1", nil), ("sum(up)", nil),
      ("time() - x_seconds", nil), ("rate(x_bytes_total[5m", "B/s"), ("", nil), ("{", nil),
    ] as [(String, String?)])
  func unitsOfExpressions(expression: String, unit: String?) {
    #expect(ExpressionUnit.symbol(of: expression) == unit)
  }

  @Test(
    arguments: [
      ("up", false), ("sum by (a) (rate(x{a!=\"b\"}[5m])) / 2", false), ("up == 0", true),
      ("x > bool 1", true), ("ALERTS{alertstate=\"firing\"}", true), ("absent(up)", true),
      ("x unless y", true), ("x unless (y)", true), ("x and (y)", true), ("x or (y)", false),
      ("x{y=~\"a>b\"}", false),
    ] as [(String, Bool)])
  func queriesOfExceptions(expression: String, selects: Bool) {
    #expect(Query.promQL(expression).selectsExceptions == selects)
  }

  /// The bounds of a histogram have a unit; the numbers in its buckets have none.
  @Test(
    arguments: [
      ("sum by (le) (increase(x_seconds_bucket[5m]))", "s"), ("x_bytes_bucket", "B"),
      ("sum by (le) (x_bucket)", nil),
    ] as [(String, String?)])
  func unitsOfBounds(expression: String, unit: String?) {
    #expect(ExpressionUnit.symbol(of: expression, isOfBounds: true) == unit)
    #expect(ExpressionUnit.symbol(of: expression) == nil)
  }
}
