// Written by npm run icons; the licence stands in ../icons.generated.ts.
import { createIcon } from '../create-icon.ts'

export const IconRotate = /* @__PURE__ */ createIcon('rotate', 'outline', 'M19.95 11a8 8 0 1 0 -.5 4m.5 5v-5h-5')
