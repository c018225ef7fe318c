/** How a figure is written. */
export type ReportUnit = 'count' | 'percent' | 'degrees' | 'bps' | 'dB' | 'dBm' | 'per second'
type Figure = { readonly name: string; readonly query: string; readonly unit: ReportUnit }
type Table = Figure & { readonly labels: readonly string[] }

/** Figures and tables of a section; `$p` is the length of the period. */
export type SectionQueries = { readonly figures: readonly Figure[]; readonly tables: readonly Table[] }
