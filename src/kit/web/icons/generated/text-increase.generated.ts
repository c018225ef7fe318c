// Written by npm run icons; the licence stands in ../icons.generated.ts.
import { createIcon } from '../create-icon.ts'

export const IconTextIncrease = /* @__PURE__ */ createIcon('text-increase', 'outline', 'M4 19v-10.5a3.5 3.5 0 1 1 7 0v10.5', 'M4 13h7', 'M18 9v6', 'M21 12h-6')
