import { isVendor } from '#features/access/roles/contract.ts'
import { accountWikiPagePath, wikiPagePath } from '#features/collaboration/wiki/paths.ts'
import { accountDashboardPath } from '#features/home/dashboard/paths.ts'
import type { SearchHit } from '#features/home/search/contract.ts'
import { casePath, caseQueuePath, customerCasesPath, internalCasesPath } from '#features/support/case-pages/paths.ts'
import { knownIssuePath } from '#features/support/known-issues/paths.ts'
import type { Principal } from '#kit/contract/permission.ts'
import type { Icon } from '#kit/web/icons/create-icon.ts'
import {
  IconAlertTriangle,
  IconBook,
  IconBuilding,
  IconHeadset,
  IconServer2,
  IconUser,
} from '#kit/web/icons/icons.generated.ts'
import type { PaletteHit } from './palette-hit.ts'
import { userHitPath } from './user-hit-actions.ts'

const icons: Readonly<Record<SearchHit['kind'], Icon>> = {
  case: IconHeadset,
  account: IconBuilding,
  deployment: IconServer2,
  user: IconUser,
  wiki: IconBook,
  'known-issue': IconAlertTriangle,
}

/** A search hit of the server as a row, and its target. */
export function lineOf(hit: SearchHit, actor: Principal): PaletteHit {
  const vendor = isVendor(actor)
  const line = { id: `${hit.kind}:${hit.id}`, title: hit.title, note: hit.hint ?? undefined, icon: icons[hit.kind] }
  if (hit.kind === 'user') return { ...line, run: ({ go, account }) => go(userHitPath(hit, actor, account)) }
  if (hit.kind === 'known-issue')
    return { ...line, code: hit.key, run: ({ go }) => go(knownIssuePath({ issueKey: hit.key })) }
  if (hit.kind === 'wiki') {
    const owner = hit.account !== null && hit.accountId !== null ? { name: hit.account, id: hit.accountId } : undefined
    const run: PaletteHit['run'] = ({ go, account: open }) => {
      // A shared page opens in the wiki of the account that the user is in.
      const place = owner ?? open
      go(place ? accountWikiPagePath({ account: place, pageId: hit.id }) : wikiPagePath({ pageId: hit.id }))
    }
    return owner ? { ...line, account: owner, run } : { ...line, run }
  }
  const account = { name: hit.account, id: hit.accountId }
  if (hit.kind === 'account')
    return { ...line, account, monogram: hit.title, run: ({ go }) => go(accountDashboardPath({ account })) }
  // The dashboard lists the deployments of the account.
  if (hit.kind === 'deployment') return { ...line, account, run: ({ go }) => go(accountDashboardPath({ account })) }
  const { key } = hit
  const list = hit.internal ? internalCasesPath : customerCasesPath
  return {
    ...line,
    account,
    code: hit.key,
    status: hit.type === 'OUTAGE' ? 'OUTAGE' : hit.status,
    run: ({ go }) => go(casePath({ account, key })),
    runInSplit: ({ go }) => go(vendor && !hit.internal ? caseQueuePath({ id: key }) : list({ account }, { id: key })),
  }
}
