// Written by npm run icons; the licence stands in ../icons.generated.ts.
import { createIcon } from '../create-icon.ts'

export const IconBuildings = /* @__PURE__ */ createIcon('buildings', 'outline', 'M4 21v-15c0 -1 1 -2 2 -2h5c1 0 2 1 2 2v15', 'M16 8h2c1 0 2 1 2 2v11', 'M3 21h18', 'M10 12v.01', 'M10 16v.01', 'M10 8v.01', 'M7 12v.01', 'M7 16v.01', 'M7 8v.01', 'M17 12v.01', 'M17 16v.01')
