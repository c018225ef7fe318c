import { type RefObject, Suspense, useState } from 'react'
import { createCases } from '#features/support/case-access/contract.ts'
import { handPictureToNewCase } from '#features/support/case-pages/web/index.ts'
import { chartPicture } from '#kit/web/chart/chart-picture.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { IconHeadset } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Button } from '#kit/web/look/button.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { acknowledgeInsights, type FindingDetail, listFindings, readFinding, reopenFinding } from '../contract.ts'
import { useText } from '../texts.ts'
import { caseLinkOf } from './case-link.ts'
import { FindingProposals } from './finding-proposals.tsx'

const AcknowledgeDialog = lazyNamed(() => import('./acknowledge-dialog.tsx'), 'AcknowledgeDialog')

/** What can be done about a finding; a case gets a picture of the graph in `graph`. */
export function FindingActions({
  finding,
  graph,
}: {
  finding: FindingDetail
  graph: RefObject<HTMLDivElement | null>
}) {
  const t = useText()
  const here = useAccount()
  const mayAcknowledge = useAllows(acknowledgeInsights, finding.account)
  const mayFile = useAllows(createCases, finding.account)
  const [acknowledging, setAcknowledging] = useState(false)
  const reopen = useMutationOf(reopenFinding, {
    refreshes: [readFinding, listFindings],
    onSuccess: () => toast({ title: t('finding.reopened') }),
  })
  const object = finding.object || finding.deployment.displayName
  const handPicture = () => {
    if (!graph.current) return
    const title = `${finding.insightName} · ${t('finding.on', { object, deployment: finding.deployment.displayName })}`
    handPictureToNewCase(chartPicture(graph.current, { title, filename: `${finding.insight}.png` }))
  }
  return (
    <>
      {mayAcknowledge && finding.state !== 'CLEARED' && (
        <Button variant="default" onClick={() => setAcknowledging(true)}>
          {t(finding.state === 'ACKNOWLEDGED' ? 'finding.change' : 'finding.acknowledge')}
        </Button>
      )}
      {mayAcknowledge && finding.state === 'ACKNOWLEDGED' && (
        <Button
          variant="default"
          loading={reopen.isPending}
          onClick={() => reopen.mutate({ params: { id: finding.id }, version: finding.version })}
        >
          {t('finding.reopen')}
        </Button>
      )}
      {here && <FindingProposals finding={finding} account={here} />}
      {mayFile && here && !finding.caseKey && (
        <Button
          leftSection={<IconHeadset size={16} aria-hidden />}
          to={caseLinkOf(t, finding, { account: here, why: finding.definition.why })}
          onClick={handPicture}
        >
          {t('finding.file')}
        </Button>
      )}
      {acknowledging && (
        <Suspense fallback={null}>
          <AcknowledgeDialog finding={finding} onClose={() => setAcknowledging(false)} />
        </Suspense>
      )}
    </>
  )
}
