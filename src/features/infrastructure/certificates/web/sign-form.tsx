import { TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { call } from '#kit/web/data/call.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { Select } from '#kit/web/form/select.tsx'
import { IconUpload } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { formatCount } from '#kit/web/text/format-count.ts'
import { formatDate } from '#kit/web/time/time.ts'
import type { AccountChoice } from '#kit/web/who/account.tsx'
import { certificateProfiles, LONGEST_YEARS } from '../contract/certificate.ts'
import { type Certificate, checkCertificateRequest, listCertificates, signCertificate } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './certificates.module.css'
import { CheckCard } from './check-card.tsx'

const none: Order = { csr: '', name: '', profile: 'SERVER', lifetimeYears: 2 }

/** A request, and beside it what it asks for and what it gets; signed when both are right. */
export function SignForm({ account }: { account: AccountChoice }) {
  const t = useText()
  const [order, setOrder] = useState(none)
  const { check, query, isChecking } = useRequestCheck(account.name, order)
  const change = (part: Partial<Order>) => setOrder((before) => ({ ...before, ...part }))
  // The first name of the request names the certificate until another one is typed.
  const proposedName = check?.issued?.names[0]?.replace(/^\w+:/, '') ?? ''
  const name = order.name === '' ? proposedName : order.name
  const sign = useMutationOf(signCertificate, {
    refreshes: [listCertificates],
    onSuccess: (certificate) => {
      toast({
        title: t('request.signed'),
        detail: t('request.signedText', { name, day: formatDate(certificate.notAfter) }),
      })
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

const PAUSE_MS = 300

/** The verdict of the server on a request, a moment after the last change. `isChecking` until it belongs to the text. */
function useRequestCheck(account: string, { csr, profile, lifetimeYears }: Order) {
  const [settled, setSettled] = useState(csr)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(csr), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [csr])
  const isEmpty = settled.trim() === ''
  const result = useQuery({
    queryKey: ['checkCertificateRequest', account, settled, profile, lifetimeYears],
    queryFn: ({ signal }) =>
      call(checkCertificateRequest, { query: { account }, body: { csr: settled, profile, lifetimeYears } }, { signal }),
    enabled: !isEmpty,
    placeholderData: keepPreviousData,
  })
  const { error, isFetching, refetch } = result
  const check = isEmpty ? undefined : result.data
  return { check, query: { data: check, error, refetch }, isChecking: settled !== csr || isFetching }
}

/** Reads a request from a file of this computer. */
function FileButton({ onText }: { onText: (text: string) => void }) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const read = async (file: File | undefined) => {
    if (!file) return
    if (file.size > LONGEST_CSR) toast({ tone: 'error', title: t('request.fileTooLarge') })
    else onText(await file.text())
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csr,.pem,.txt,.req"
        onChange={({ currentTarget }) => {
          void read(currentTarget.files?.[0])
          currentTarget.value = ''
        }}
      />
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconUpload size={14} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {t('request.file')}
      </Button>
    </>
  )
}

/** Rem per line, as in the style sheet. */
const LINE = 1.125
const PADDING = 0.625

/** The request as text; the line that cannot be read is marked behind it. */
function CsrField(props: { value: string; badLine: number | null; onChange: (value: string) => void }) {
  const t = useText()
  const id = useId()
  const { value, badLine, onChange } = props
  const [scrolled, setScrolled] = useState(0)
  return (
    <div className={classes.csr} data-bad={badLine !== null || undefined}>
      <label htmlFor={id}>{t('request.csr')}</label>
      <div className={classes.csrFrame}>
        {badLine !== null && (
          <span
            aria-hidden
            className={classes.badLine}
            style={{ top: `calc(${PADDING + (badLine - 1) * LINE}rem - ${scrolled}px)` }}
          />
        )}
        <textarea
          id={id}
          rows={13}
          wrap="off"
          spellCheck={false}
          autoComplete="off"
          translate="no"
          maxLength={LONGEST_CSR}
          placeholder={t('request.placeholder')}
          aria-invalid={badLine !== null || undefined}
          value={value}
          onScroll={({ currentTarget }) => setScrolled(currentTarget.scrollTop)}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      </div>
    </div>
  )
}

/** What is typed in the form. */
type Order = {
  readonly csr: string
  readonly name: string
  readonly profile: Certificate['profile']
  readonly lifetimeYears: number
}

/** The longest request that the server reads. */
const LONGEST_CSR = 20_000
