import type { BundleComponent } from '#features/software/uploads/contract.ts'
import { uploads } from '#features/software/uploads/web/index.ts'
import { toast } from '#kit/web/notices/toast.ts'
import type { useText } from '../texts.ts'

/**
 * Has the user choose the file of a component: an unfinished upload goes on where it stopped, another one begins.
 * A file of another name is not taken, because it is another component.
 */
export function chooseFileAgain(
  { bundleId, type, fileName }: Pick<BundleComponent, 'bundleId' | 'type' | 'fileName'>,
  t: ReturnType<typeof useText>,
): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.onchange = () => {
    const [file] = input.files ?? []
    if (!file) return
    if (file.name.normalize('NFC') === fileName)
      uploads.add([file], bundleId, type === 'container' ? { componentType: 'container' } : {})
    else
      toast({
        tone: 'error',
        title: t('files.otherName', { name: file.name }),
        detail: t('files.wanted', { fileName }),
      })
  }
  input.click()
}
