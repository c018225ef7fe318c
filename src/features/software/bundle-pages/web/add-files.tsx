import { lazy, Suspense, useRef, useState } from 'react'
import { uploads } from '#features/software/uploads/web/index.ts'
import { IconLink, IconUpload } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import classes from './bundle-page.module.css'
import { useText } from './text.ts'

const FetchFile = lazy(async () => ({ default: (await import('./fetch-file.tsx')).FetchFile }))

/** The ways to add files: from this computer, or by the server from an address. */
export function AddFiles({ bundleId }: { bundleId: string }) {
  const t = useText()
  const chooser = useRef<HTMLInputElement>(null)
  const [fetching, setFetching] = useState(false)
  return (
    <div className={classes.add}>
      <Button
        variant="default"
        leftSection={<IconLink size={15} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setFetching(true)}
      >
        {t('files.fromUrl')}
      </Button>
      <Button leftSection={<IconUpload size={15} aria-hidden />} onClick={() => chooser.current?.click()}>
        {t('files.add')}
      </Button>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        aria-label={t('files.add')}
        onChange={(event) => {
          uploads.add([...(event.currentTarget.files ?? [])], bundleId)
          event.currentTarget.value = ''
        }}
      />
      <Suspense>{fetching && <FetchFile bundleId={bundleId} onClose={() => setFetching(false)} />}</Suspense>
    </div>
  )
}
