// Written by npm run icons; the licence stands in ../icons.generated.ts.
import { createIcon } from '../create-icon.ts'

export const IconBuildingFortress = /* @__PURE__ */ createIcon('building-fortress', 'outline', 'M7 21h1a1 1 0 0 0 1 -1v-1a3 3 0 0 1 6 0m3 2h1a1 1 0 0 0 1 -1v-15l-3 -2l-3 2v6h-4v-6l-3 -2l-3 2v15a1 1 0 0 0 1 1h2m8 -2v1a1 1 0 0 0 1 1h2', 'M7 7v.01', 'M7 10v.01', 'M7 13v.01', 'M17 7v.01', 'M17 10v.01', 'M17 13v.01')
