// Written by npm run icons; the licence stands in ../icons.generated.ts.
import { createIcon } from '../create-icon.ts'

export const IconArrowsExchange = /* @__PURE__ */ createIcon('arrows-exchange', 'outline', 'M7 10h14l-4 -4', 'M17 14h-14l4 4')
