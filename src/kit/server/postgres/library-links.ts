import { existsSync } from 'node:fs'
import { readFile, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

/**
 * Makes the links between shared libraries that the package lists in `native/pg-symlinks.json`. npm cannot pack links
 * and the package would make them in an install script; we install without scripts. False when the folder is read-only.
 */
export async function makeLibraryLinks(packageDirectory: string): Promise<boolean> {
  const links = await readLinks(join(packageDirectory, 'native/pg-symlinks.json'))
  try {
    for (const { source, target } of links) {
      const path = join(packageDirectory, target)
      if (!existsSync(path)) await linkOnce(relative(dirname(target), source), path)
    }
    return true
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}

async function readLinks(path: string): Promise<{ source: string; target: string }[]> {
  return existsSync(path) ? JSON.parse(await readFile(path, 'utf8')) : []
}

/** Another start may have been quicker. */
async function linkOnce(to: string, path: string): Promise<void> {
  await symlink(to, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}
