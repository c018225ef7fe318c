import { useState } from 'react'
import { useMutationOf } from '#kit/web/data/query.ts'
import { IconShieldCheck } from '#kit/web/icons/icons.generated.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { DialogActions } from '#kit/web/look/dialog-actions.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { Modal } from '#kit/web/look/modal.tsx'
import { CopyableText } from '#kit/web/look/to-copy.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { useText as useKitText } from '#kit/web/text/kit-text.ts'
import { useCurrentMinute } from '#kit/web/time/age.tsx'
import { formatAge } from '#kit/web/time/time.ts'
import {
  cancelDomainVerification,
  checkDomainProof,
  listAllowedDomains,
  type DomainProof as Proof,
  requestDomainVerification,
} from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './domain-proof.module.css'

/** Whether ownership of a domain is proven, where required; opens the record to publish. */
export function DomainProof({ account, domain, proof }: { account: string; domain: string; proof: Proof | undefined }) {
  const t = useText()
  const [open, setOpen] = useState(false)
  const ask = useMutationOf(requestDomainVerification, {
    refreshes: [listAllowedDomains],
    onSuccess: () => setOpen(true),
  })
  const params = { account, domain }
  const label = t(proof ? 'proof.showOf' : 'proof.askOf', { domain })
  return (
    <>
      {proof && <ProofBadge state={proof.state} />}
      <IconButton
        size={28}
        aria-label={label}
        title={label}
        loading={ask.isPending}
        onClick={() => (proof ? setOpen(true) : ask.mutate({ params }))}
      >
        <IconShieldCheck size={15} aria-hidden />
      </IconButton>
      {open && proof && <ProofDialog account={account} proof={proof} onClose={() => setOpen(false)} />}
    </>
  )
}

const colours = { UNPROVEN: 'orange', PROVEN: 'green', LOST: 'red' } as const

function ProofBadge({ state }: Pick<Proof, 'state'>) {
  const t = useText()
  return <Badge colour={colours[state]}>{t(`proof.${state}`)}</Badge>
}

function ProofDialog({ account, proof, onClose }: { account: string; proof: Proof; onClose: () => void }) {
  const t = useText()
  const kit = useKitText()
  const { domain, host, value, state } = proof
  const params = { account, domain }
  const check = useMutationOf(checkDomainProof, { refreshes: [listAllowedDomains] })
  const waive = useMutationOf(cancelDomainVerification, {
    refreshes: [listAllowedDomains],
    onSuccess: () => {
      toast({ title: t('proof.waived', { domain }) })
      onClose()
    },
  })
  return (
    <Modal
      opened
      centered
      size={520}
      title={t('proof.title', { domain })}
      onClose={onClose}
      closeButtonProps={{ 'aria-label': kit('close') }}
    >
      <div className={classes.proof}>
        <p>{t('proof.text')}</p>
        <CopyableText label={t('proof.host')} text={host} copy={t('proof.copyHost')} />
        <CopyableText label={t('proof.value')} text={value} copy={t('proof.copyValue')} />
        <div className={classes.state} role="status">
          <ProofBadge state={state} />
          <span>{useWhen(proof)}</span>
        </div>
        <DialogActions>
          <Button variant="default" loading={waive.isPending} onClick={() => waive.mutate({ params })}>
            {t('proof.waive')}
          </Button>
          <Button data-autofocus loading={check.isPending} onClick={() => check.mutate({ params })}>
            {t('proof.check')}
          </Button>
        </DialogActions>
      </div>
    </Modal>
  )
}

function useWhen({ checkedAt, unanswered }: Proof): string {
  const t = useText()
  const now = useCurrentMinute()
  if (!checkedAt) return t('proof.unchecked')
  const recent = now - new Date(checkedAt).getTime() < 60_000
  const when = recent ? t('proof.checkedNow') : t('proof.checked', { age: formatAge(checkedAt, now) })
  return unanswered ? `${when} · ${t('proof.unanswered')}` : when
}
