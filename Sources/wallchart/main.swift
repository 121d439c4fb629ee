print("wallchart")
