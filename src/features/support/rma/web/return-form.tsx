import { Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { casePath } from '#features/support/case-pages/paths.ts'
import { countCases, listFieldOptions, searchCases } from '#features/support/cases/contract.ts'
import { ATTACHMENT_LIMIT } from '#kit/contract/attachment-files.ts'
import { ApiError } from '#kit/web/data/api-error.ts'
import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { requestUrl } from '#kit/web/data/request-url.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { upload } from '#kit/web/data/upload.ts'
import { formatBytes } from '#kit/web/form/bytes.ts'
import { FileDrop } from '#kit/web/form/file-drop.tsx'
import { FileRow } from '#kit/web/form/file-row.tsx'
import { PageForm } from '#kit/web/form/page-form.tsx'
import { Select } from '#kit/web/form/select.tsx'
import { applyServerErrors, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { Button } from '#kit/web/look/button.tsx'
import { InlineAlert } from '#kit/web/notices/notice.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import type { AccountChoice } from '#kit/web/who/account.tsx'
import { ReturnForm } from '../contract/return-form.ts'
import { type FiledReturn, fileReturn, partOf, partOfSerial, parts, serialFits } from '../contract.ts'
import { useText } from '../texts.ts'

const empty = { partNumber: '', serialNumber: '', contact: '', shippingAddress: '', symptomDetails: '' }

/** The form of a hardware return. */
export function ReturnFormFields({ account }: { account: AccountChoice | null }) {
  const t = useText()
  const navigate = useNavigate()
  const form = useContractForm(ReturnForm, empty, { draft: `return-${account?.name ?? ''}` })
  const [deploymentId, setDeploymentId] = useState<string | null>(null)
  const [files, setFiles] = useState<readonly File[]>([])
  const [share, setShare] = useState<number | null>(null)
  const deployments = useQueryOf(
    listFieldOptions,
    { query: { field: 'deployment', account: account?.name ?? '' } },
    { enabled: account !== null },
  ).data?._embedded.options
  const field = (name: keyof typeof empty) => ({
    ...form.getInputProps(name),
    error: form.errors[name] && (form.values[name] === '' ? t('form.missing') : form.errors[name]),
  })
  const send = form.onSubmit(async (values) => {
    if (!account || share !== null) return
    const data = new FormData()
    data.append('request', JSON.stringify({ ...values, ...(deploymentId ? { deploymentId } : {}) }))
    for (const file of files) data.append('file', file)
    setShare(0)
    try {
      const filedReturn = await upload<FiledReturn>(
        requestUrl(fileReturn.url, {}, { account: account.name }),
        data,
        setShare,
      )
      form.dropDraft()
      const count = filedReturn.droppedFiles.length
      toast({
        title: t('form.filed', { key: filedReturn.key }),
        ...(count ? { text: t('form.dropped', { count }) } : {}),
      })
      void refresh(searchCases, countCases)
      void navigate({ to: casePath(filedReturn) })
    } catch (failure) {
      if (failure instanceof ApiError && failure.fields.length > 0) applyServerErrors(form)(failure)
      else showError(failure)
    } finally {
      setShare(null)
    }
  })
  const select = { withScrollArea: false, comboboxProps: { withinPortal: false } } as const
  return (
    <PageForm
      submitLabel={t('form.send')}
      pending={share !== null}
      blocked={account === null ? t('notYet.account') : undefined}
      onSubmit={send}
    >
      <Select
        {...select}
        required
        label={t('form.part')}
        data={parts.map(({ partNumber, name }) => ({ value: partNumber, label: `${partNumber} ${name}` }))}
        {...field('partNumber')}
      />
      <Select
        {...select}
        clearable
        label={t('form.deployment')}
        disabled={account === null}
        data={(deployments ?? []).map(({ value, label }) => ({ value, label }))}
        value={deploymentId}
        onChange={setDeploymentId}
      />
      <TextInput
        required
        maxLength={50}
        label={t('form.serial')}
        description={t('form.serialHint')}
        {...field('serialNumber')}
        onChange={(event) => form.setFieldValue('serialNumber', event.currentTarget.value.trim().toUpperCase())}
      />
      <SerialNotice
        partNumber={form.values.partNumber}
        serialNumber={form.values.serialNumber}
        onChange={(partNumber) => form.setFieldValue('partNumber', partNumber)}
      />
      <TextInput
        required
        maxLength={250}
        label={t('form.contact')}
        description={t('form.contactHint')}
        {...field('contact')}
      />
      <Textarea
        required
        autosize
        minRows={2}
        maxLength={1000}
        label={t('form.address')}
        {...field('shippingAddress')}
      />
      <Textarea
        required
        autosize
        minRows={4}
        maxLength={32_767}
        label={t('form.symptom')}
        {...field('symptomDetails')}
      />
      <div>
        <p>{t('form.limit', { limit: formatBytes(ATTACHMENT_LIMIT) })}</p>
        <FileDrop
          label={t('form.files')}
          onFiles={(newFiles) =>
            setFiles((before) => [
              ...before,
              ...newFiles.filter((file) => !before.some((one) => keyOf(one) === keyOf(file))),
            ])
          }
        />
        {files.map((file) => (
          <FileRow
            key={keyOf(file)}
            name={file.name}
            size={file.size}
            progress={
              file.size > ATTACHMENT_LIMIT
                ? { kind: 'tooLarge', limit: ATTACHMENT_LIMIT }
                : share === null
                  ? { kind: 'waiting' }
                  : { kind: 'sending', share }
            }
            onRemove={() => setFiles((before) => before.filter((one) => one !== file))}
          />
        ))}
      </div>
    </PageForm>
  )
}

/** Distinguishes two files of one name. */
function keyOf({ name, size, lastModified }: File): string {
  return `${name} ${size} ${lastModified}`
}

type Props = { partNumber: string; serialNumber: string; onChange: (partNumber: string) => void }

/** Shows in words that a serial number does not have the form of those of its part. */
function SerialNotice({ partNumber, serialNumber, onChange }: Props) {
  const t = useText()
  const part = partOf(partNumber)
  if (!part || serialNumber.length < 3 || serialFits(partNumber, serialNumber)) return null
  const other = partOfSerial(serialNumber)
  const words = t(`serialForm.${part.partNumber}`)
  return (
    <InlineAlert>
      {t('form.misfit', { part: part.partNumber, words, example: part.example })}{' '}
      {other && (
        <>
          {t('form.other', { part: other.name })}{' '}
          <Button size="xs" variant="default" onClick={() => onChange(other.partNumber)}>
            {t('form.change', { part: other.partNumber })}
          </Button>{' '}
        </>
      )}
      {t('form.mark')}
    </InlineAlert>
  )
}
