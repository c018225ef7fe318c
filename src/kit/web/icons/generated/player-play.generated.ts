// Written by npm run icons; the licence stands in ../icons.generated.ts.
import { createIcon } from '../create-icon.ts'

export const IconPlayerPlay = /* @__PURE__ */ createIcon('player-play', 'outline', 'M7 4v16l13 -8l-13 -8')
