import type { Feature } from '#kit/server/portal.ts'
import { registerCommand } from '#kit/server/serve/serve.ts'
import { linkCases, unlinkCases } from '../contract.ts'
import { addLink, removeLink } from './change-links.ts'

/** Links between cases: blocks, relates to, duplicates. */
export const caseLinksFeature: Feature = {
  name: 'case-links',
  serve(portal) {
    registerCommand(portal, linkCases, addLink)
    registerCommand(portal, unlinkCases, removeLink)
  },
}
