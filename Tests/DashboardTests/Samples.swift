// The samples and panels of the contact sheet serve most tests of dashboards.
@_exported import Sheet
