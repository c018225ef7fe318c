import { fileStoreOf } from '#kit/server/files/file-store-of.ts'
import type { Feature } from '#kit/server/portal.ts'
import { serve } from '#kit/server/serve/serve.ts'
import { readFileChecks } from '../contract.ts'
import { fileChecks } from './file-scans.ts'
import { clearScanQueueTask, scanExistingFilesTask, scanFilesTask } from './scan-files.ts'
import type { Scanner } from './scanner.ts'

export { fileCommands } from './file-commands.ts'
export { type Scanner, type ScannerFacts, ScannerUnavailableError, type ScanResult } from './scanner.ts'

/** Has uploaded files scanned by a scanner, where one is set: `open` connects to its address. */
export function fileChecksFeature(open: (url: string) => Scanner): Feature {
  const scannerOf = (url: string | undefined) => (url === undefined ? undefined : open(url))
  return {
    name: 'file-checks',
    serve(portal) {
      const scanner = scannerOf(portal.config.scannerUrl)
      serve(portal, readFileChecks, () => fileChecks(portal.db, scanner))
    },
    tasks(portal) {
      const scanner = scannerOf(portal.config.scannerUrl)
      if (!scanner) return [clearScanQueueTask(portal)]
      return [scanFilesTask({ portal, store: fileStoreOf(portal.config), scanner }), scanExistingFilesTask(portal)]
    },
  }
}
