import { Textarea } from '@mantine/core'
import { useRef, useState } from 'react'
import { useMutationOf } from '#kit/web/data/query.ts'
import type { ContractForm } from '#kit/web/form/use-contract-form.ts'
import { Button } from '#kit/web/look/button.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { readProviderMetadata } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './provider-form.module.css'
import type { ProviderValues } from './provider-values.ts'

/** Fills the settings of a SAML provider in from its metadata, pasted or chosen; saving them is another step. */
export function MetadataImport({ form }: { form: ContractForm<ProviderValues> }) {
  const t = useText()
  const chooser = useRef<HTMLInputElement>(null)
  const [xml, setXml] = useState('')
  const [wrong, setWrong] = useState<string>()
  const read = useMutationOf(readProviderMetadata, {
    onSuccess: ({ certificates, ...found }) => {
      form.setValues({ ...found, certificates: certificates.join('\n') })
      setXml('')
      toast({ title: t('form.metadataDone') })
    },
    onProblem: (problem) => setWrong(problem.message),
  })
  const take = (text: string) => {
    setXml(text)
    setWrong(undefined)
  }
  return (
    <div className={classes.wide}>
      <Textarea
        rows={3}
        spellCheck={false}
        label={t('form.metadata')}
        description={t('form.metadataHint')}
        value={xml}
        error={wrong}
        onChange={(event) => take(event.currentTarget.value)}
      />
      <div className={classes.actions}>
        <Button variant="default" size="compact-sm" onClick={() => chooser.current?.click()}>
          {t('form.metadataFile')}
        </Button>
        <Button
          variant="light"
          size="compact-sm"
          blocked={xml.trim() ? undefined : t('notYet.metadata')}
          loading={read.isPending}
          onClick={() => read.mutate({ body: { xml } })}
        >
          {t('form.metadataRead')}
        </Button>
        <input
          ref={chooser}
          type="file"
          hidden
          accept=".xml,application/xml,text/xml,application/samlmetadata+xml"
          aria-label={t('form.metadataFile')}
          onChange={async (event) => {
            const file = event.currentTarget.files?.[0]
            event.currentTarget.value = ''
            if (file) take(await file.text())
          }}
        />
      </div>
    </div>
  )
}
