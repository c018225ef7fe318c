// Written by npm run icons; the licence stands in ../icons.generated.ts.
import { createIcon } from '../create-icon.ts'

export const IconRowInsertBottom = /* @__PURE__ */ createIcon('row-insert-bottom', 'outline', 'M20 6v4a1 1 0 0 1 -1 1h-14a1 1 0 0 1 -1 -1v-4a1 1 0 0 1 1 -1h14a1 1 0 0 1 1 1', 'M12 15l0 4', 'M14 17l-4 0')
