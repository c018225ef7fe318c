import { caseEventHandlers } from '#features/support/case-notifications/server/index.ts'
import type { Feature } from '#kit/server/portal.ts'
import { registerCommand } from '#kit/server/serve/serve.ts'
import { caseLinked, caseUnlinked, linkCases, unlinkCases } from '../contract.ts'
import { addLink, removeLink } from './change-links.ts'

/** Links between cases: blocks, relates to, duplicates. */
export const caseLinksFeature: Feature = {
  name: 'case-links',
  eventHandlers: (portal) => caseEventHandlers(portal, [{ event: caseLinked }, { event: caseUnlinked }]),
  serve(portal) {
    registerCommand(portal, linkCases, addLink)
    registerCommand(portal, unlinkCases, removeLink)
  },
}
