import { TextInput } from '@mantine/core'
import { reserveUpload } from '#features/software/uploads/contract.ts'
import { uploads } from '#features/software/uploads/web/index.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { applyServerErrors, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { useText } from '../texts.ts'

/** Makes the server fetch a file from an address into the bundle; the panel of uploads shows its progress. */
export function FetchFile({ bundleId, onClose }: { bundleId: string; onClose: () => void }) {
  const t = useText()
  const form = useContractForm(reserveUpload.body, { bundleId, sourceType: 'URL' as const, url: '', fileName: '' })
  const reserve = useMutationOf(reserveUpload, {
    onProblem: applyServerErrors(form),
    onSuccess: (reservedUpload) => {
      uploads.fetch({ sourceType: 'URL', url: form.getValues().url }, reservedUpload)
      onClose()
    },
  })
  const address = form.getInputProps('url')
  return (
    <FormDialog
      title={t('files.fromUrl')}
      submitLabel={t('files.fetch')}
      pending={reserve.isPending}
      onSubmit={form.onSubmit((body) => reserve.mutate({ body }))}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        required
        type="url"
        label={t('files.address')}
        description={t('files.addressHint')}
        placeholder="https://builds.example.com/core-1.22.1.tgz"
        {...address}
        onChange={(event) => {
          // The name follows the address until the user types another.
          const { url, fileName } = form.getValues()
          if (fileName === nameIn(url)) form.setFieldValue('fileName', nameIn(event.currentTarget.value))
          address.onChange(event)
        }}
        error={form.errors.url && t('files.addressWrong')}
      />
      <TextInput
        required
        label={t('files.component')}
        {...form.getInputProps('fileName')}
        error={form.errors.fileName && t('files.nameWrong')}
      />
    </FormDialog>
  )
}

/** The name of the file in the address, if it has one. */
function nameIn(address: string): string {
  const last = URL.parse(address)?.pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}
