// Written by npm run icons; the licence stands in ../icons.generated.ts.
import { createIcon } from '../create-icon.ts'

export const IconUserShare = /* @__PURE__ */ createIcon('user-share', 'outline', 'M8 7a4 4 0 1 0 8 0a4 4 0 0 0 -8 0', 'M6 21v-2a4 4 0 0 1 4 -4h3', 'M16 22l5 -5', 'M21 21.5v-4.5h-4.5')
