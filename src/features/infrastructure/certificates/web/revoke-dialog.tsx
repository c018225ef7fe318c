import { useState } from 'react'
import { useMutationOf } from '#kit/web/data/query.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { Select } from '#kit/web/form/select.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { revocationReasons } from '../contract/certificate.ts'
import { type Certificate, listCertificates, revokeCertificate } from '../contract.ts'
import { useText } from '../texts.ts'

type Reason = (typeof revocationReasons)[number]

/** Revokes a certificate, with the reason that the revocation list will have. */
export function RevokeDialog({ certificate, onClose }: { certificate: Certificate; onClose: () => void }) {
  const t = useText()
  const { id, name } = certificate
  const [reason, setReason] = useState<Reason>('SUPERSEDED')
  const revoke = useMutationOf(revokeCertificate, {
    refreshes: [listCertificates],
    onSuccess: () => {
      toast({ title: t('revoke.done') })
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('revoke.title', { name })}
      submitLabel={t('revoke.send')}
      colour="red"
      pending={revoke.isPending}
      onSubmit={() => revoke.mutate({ params: { id }, body: { reason } })}
      onClose={onClose}
    >
      <p className="form-words">{t('revoke.text')}</p>
      <Select
        data-autofocus
        label={t('revoke.reason')}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        withScrollArea={false}
        data={revocationReasons.map((value) => ({ value, label: t(`reason.${value}`) }))}
        value={reason}
        onChange={(value) => value && setReason(value as Reason)}
      />
    </FormDialog>
  )
}
