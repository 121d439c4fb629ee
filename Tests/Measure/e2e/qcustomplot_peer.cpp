// QCustomPlot peer: live | flood | big FILE.f64
#include <QSocketNotifier>
#include <qcustomplot.h>
#include <thread>
#include <unistd.h>
static const char *colours[] = {"#ff7a3d", "#4cc9f0", "#7ae582", "#c77dff"},
                  *names[] = {"cpu", "memory", "network", "disk"};
int main(int argc, char **argv) {
  QApplication app(argc, argv);
  QCustomPlot plot;
  plot.setBackground(QBrush(QColor("#14161c")));
  plot.plotLayout()->clear();
  const QString mode = argv[1];
  const bool live = mode == "live";
  const int window_size = 300;
  std::vector<QCPGraph *> graphs;
  std::vector<QCPAxisRect *> rects;
  for (int c = 0; c < (live ? 4 : 1); c++) {
    auto *rect = new QCPAxisRect(&plot);
    plot.plotLayout()->addElement(c / 2, c % 2, rect);
    rects.push_back(rect);
    for (auto *a : rect->axes()) {
      a->setBasePen(QPen(QColor("#9aa0ac")));
      a->setTickPen(QPen(QColor("#9aa0ac")));
      a->setSubTickPen(QPen(QColor("#9aa0ac")));
      a->setTickLabelColor("#9aa0ac");
      a->grid()->setPen(QPen(QColor("#2a2e38")));
    }
    rect->axis(QCPAxis::atLeft)->setRange(0, 100);
    rect->axis(QCPAxis::atBottom)->setLabel(names[c]);
    rect->axis(QCPAxis::atBottom)->setLabelColor("#9aa0ac");
    for (int s = 0; s < (mode == "flood" ? 2 : 1); s++) {
      auto *g = plot.addGraph(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
      g->setPen(QPen(QColor(colours[c + s]), live ? 2 : 1));
      graphs.push_back(g);
    }
  }
  QByteArray buffer;
  long count = 0;
  QSocketNotifier notifier(0, QSocketNotifier::Read);
  notifier.setEnabled(live);
  QObject::connect(&notifier, &QSocketNotifier::activated, [&] {
    char data[65536];
    ssize_t n = read(0, data, sizeof data);
    if (n <= 0) {
      notifier.setEnabled(false);
      return;
    }
    buffer.append(data, n);
    for (int end; (end = buffer.indexOf('\n')) >= 0; buffer.remove(0, end + 1), count++) {
      double r[4] = {};
      sscanf(buffer.constData(), "%lf %lf %lf %lf", &r[0], &r[1], &r[2], &r[3]);
      for (int c = 0; c < 4; c++) {
        graphs[c]->addData(count, r[c]);
        graphs[c]->data()->removeBefore(count - window_size + 1);
      }
    }
    for (auto *r : rects)
      r->axis(QCPAxis::atBottom)
          ->setRange(std::max(0L, count - window_size), std::max<long>(window_size, count) - 1);
    plot.replot(QCustomPlot::rpQueuedReplot);
  });
  std::vector<QVector<QCPGraphData>> data(mode == "flood" ? 2 : 1);
  auto show = [&] {
    for (size_t s = 0; s < data.size(); s++)
      graphs[s]->data()->set(data[s], true);
    rects[0]->axis(QCPAxis::atBottom)->setRange(0, data[0].size() - 1);
    rects[0]->axis(QCPAxis::atLeft)->setRange(0, 110);
    plot.replot(QCustomPlot::rpQueuedReplot);
  };
  std::thread reader;
  if (mode == "flood")
    reader = std::thread([&] {
      double a, b;
      for (long i = 0; scanf("%lf %lf", &a, &b) == 2; i++) {
        data[0].append({double(i), a});
        data[1].append({double(i), b});
      }
      QMetaObject::invokeMethod(&plot, show);
    });
  if (mode == "big") {
    QFile f(argv[2]);
    f.open(QFile::ReadOnly);
    auto *p = (const double *)f.map(0, f.size());
    long n = f.size() / 8;
    data[0].resize(n);
    for (long i = 0; i < n; i++)
      data[0][i] = {double(i), p[i]};
    show();
  }
  if (reader.joinable())
    reader.detach();
  plot.showFullScreen();
  return app.exec();
}
