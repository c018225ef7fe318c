import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useMutationOf } from '#kit/web/data/query.ts'
import { Select } from '#kit/web/form/select.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { formatCount } from '#kit/web/text/format-count.ts'
import { formatDate } from '#kit/web/time/time.ts'
import type { AccountChoice } from '#kit/web/who/account.tsx'
import { certificateProfiles, LONGEST_YEARS } from '../contract/certificate.ts'
import { listCertificates, signCertificate } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './certificates.module.css'
import { CheckCard } from './check-card.tsx'
import { CsrField } from './csr-field.tsx'
import { FileButton } from './file-button.tsx'
import type { Order } from './order.ts'
import { useRequestCheck } from './use-request-check.ts'

const none: Order = { csr: '', name: '', profile: 'SERVER', lifetimeYears: 2 }

/** A request, and beside it what it asks for and what it gets; signed when both are right. */
export function SignForm({ account }: { account: AccountChoice }) {
  const t = useText()
  const [order, setOrder] = useState(none)
  const { check, query, isChecking } = useRequestCheck(account.name, order)
  const change = (part: Partial<Order>) => setOrder((before) => ({ ...before, ...part }))
  // The first name of the request names the certificate until another one is typed.
  const proposed = check?.issued?.names[0]?.replace(/^\w+:/, '') ?? ''
  const name = order.name === '' ? proposed : order.name
  const sign = useMutationOf(signCertificate, {
    refreshes: [listCertificates],
    onSuccess: (made) => {
      toast({ title: t('request.signed'), detail: t('request.signedText', { name, day: formatDate(made.notAfter) }) })
      setOrder(none)
    },
  })
  const hasRequest = check?.issued != null && !isChecking
  const isReady = hasRequest && name.trim() !== ''
  return (
    <form
      className={classes.sign}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) sign.mutate({ query: { account: account.name }, body: { ...order, name: name.trim() } })
      }}
    >
      <Card
        title={t('request.title')}
        note={t('request.bytes', { count: formatCount(order.csr.length) })}
        right={<FileButton onText={(csr) => change({ csr })} />}
      >
        <CsrField value={order.csr} badLine={check?.flaw?.line ?? null} onChange={(csr) => change({ csr })} />
        <div className={classes.fields}>
          <TextInput
            label={t('request.name')}
            maxLength={100}
            value={name}
            onChange={({ currentTarget: { value } }) => change({ name: value })}
          />
          <Select
            label={t('request.profile')}
            allowDeselect={false}
            data={certificateProfiles.map((value) => ({ value, label: t(`profile.${value}`) }))}
            value={order.profile}
            onChange={(value) => value && change({ profile: value as Order['profile'] })}
          />
          <Select
            label={t('request.years')}
            allowDeselect={false}
            data={Array.from({ length: LONGEST_YEARS }, (_, index) => ({
              value: String(index + 1),
              label: t('request.yearsOf', { count: index + 1 }),
            }))}
            value={String(order.lifetimeYears)}
            onChange={(value) => value && change({ lifetimeYears: Number(value) })}
          />
        </div>
      </Card>
      <CheckCard account={account.name} query={query} isChecking={isChecking && order.csr !== ''}>
        <Button
          type="submit"
          blocked={isReady ? undefined : t(hasRequest ? 'notYet.name' : 'notYet.request')}
          loading={sign.isPending}
        >
          {t('request.sign')}
        </Button>
      </CheckCard>
    </form>
  )
}
