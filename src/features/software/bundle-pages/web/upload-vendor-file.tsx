import { Checkbox, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { listVendorFiles, uploadVendorFile, type VendorFile } from '#features/software/uploads/contract.ts'
import { UploadBar } from '#features/software/uploads/web/index.ts'
import { ApiError } from '#kit/web/data/api-error.ts'
import { refresh } from '#kit/web/data/query.ts'
import { requestUrl } from '#kit/web/data/request-url.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { upload } from '#kit/web/data/upload.ts'
import { formatBytes } from '#kit/web/form/bytes.ts'
import { FileDrop } from '#kit/web/form/file-drop.tsx'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { useText } from '../texts.ts'
import classes from './vendor-files.module.css'

/** Puts a file of this computer into the vendor's area under a path. Closing the dialog ends the upload. */
export function UploadVendorFile(props: { onUploaded: (file: VendorFile) => void; onClose: () => void }) {
  const t = useText()
  const { onUploaded, onClose } = props
  const [file, setFile] = useState<File>()
  const [path, setPath] = useState('')
  const [clobber, setClobber] = useState(false)
  const [flaw, setFlaw] = useState<string>()
  const [share, setShare] = useState<number>()
  const stop = useRef(new AbortController())
  useEffect(() => {
    const { current } = stop
    return () => current.abort()
  }, [])
  const choose = ([chosenFile]: readonly File[]) => {
    if (!chosenFile) return
    // The folder that was typed stays.
    setPath(path.slice(0, path.lastIndexOf('/') + 1) + chosenFile.name.normalize('NFC'))
    setFile(chosenFile)
    setFlaw(undefined)
  }
  const send = async (body: File) => {
    const form = new FormData()
    form.append('file', body)
    setShare(0)
    setFlaw(undefined)
    try {
      const url = requestUrl(uploadVendorFile.url, {}, { path: path.trim(), ...(clobber ? { clobber } : {}) })
      const vendorFile = await upload<VendorFile>(url, form, setShare, stop.current.signal)
      toast({ title: t('vendor.uploaded', { name: vendorFile.path }) })
      onUploaded(vendorFile)
      await refresh(listVendorFiles)
      onClose()
    } catch (error) {
      if (stop.current.signal.aborted) return
      setShare(undefined)
      const message = error instanceof ApiError && pathFlawOf(error)
      if (message) setFlaw(message)
      else showError(error)
    }
  }
  return (
    <FormDialog
      title={t('vendor.uploadTitle')}
      submitLabel={t('vendor.uploadSend')}
      pending={share !== undefined}
      blocked={file === undefined ? t('notYet.file') : path.trim() === '' ? t('notYet.path') : undefined}
      onSubmit={(event) => {
        event.preventDefault()
        if (file && path.trim() !== '') void send(file)
      }}
      onClose={onClose}
    >
      <FileDrop label={t('vendor.chooseFile')} onFiles={choose} />
      {file && (
        <p className={classes.quiet}>
          <code>{file.name}</code> {formatBytes(file.size)}
        </p>
      )}
      <TextInput
        required
        maxLength={1000}
        label={t('vendor.path')}
        description={t('vendor.pathHint')}
        placeholder="cos/1.22.1/core-1.22.1.tgz"
        value={path}
        error={flaw}
        onChange={(event) => {
          setPath(event.currentTarget.value)
          setFlaw(undefined)
        }}
      />
      <Checkbox
        label={t('vendor.overwrite')}
        checked={clobber}
        onChange={(event) => setClobber(event.currentTarget.checked)}
      />
      {share !== undefined && <UploadBar percent={share * 100} tone={share < 1 ? undefined : 'done'} label={path} />}
    </FormDialog>
  )
}

/** What is wrong with the path; undefined where the error is about something else. */
function pathFlawOf({ code, message, fields }: ApiError): string | undefined {
  return code === 'vendor-file-exists' ? message : fields.find(({ path }) => path === 'path')?.message
}
