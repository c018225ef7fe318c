// Written by npm run icons; the licence stands in ../icons.generated.ts.
import { createIcon } from '../create-icon.ts'

export const IconChartLine = /* @__PURE__ */ createIcon('chart-line', 'outline', 'M4 19l16 0', 'M4 15l4 -6l4 2l4 -5l4 4')
