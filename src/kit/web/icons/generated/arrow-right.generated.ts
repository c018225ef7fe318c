// Written by npm run icons; the licence stands in ../icons.generated.ts.
import { createIcon } from '../create-icon.ts'

export const IconArrowRight = /* @__PURE__ */ createIcon('arrow-right', 'outline', 'M5 12l14 0', 'M13 18l6 -6', 'M13 6l6 6')
