// Written by npm run icons; the licence stands in ../icons.generated.ts.
import { createIcon } from '../create-icon.ts'

export const IconPlus = /* @__PURE__ */ createIcon('plus', 'outline', 'M12 5l0 14', 'M5 12l14 0')
