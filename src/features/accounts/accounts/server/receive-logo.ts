import type { FastifyRequest } from 'fastify'
import type { FileStore } from '#kit/server/files/file-store.ts'
import { type PictureType, typeByBytes } from '#kit/server/files/picture.ts'
import { pictureSize } from '#kit/server/files/picture-size.ts'
import type { ReceivedFile } from '#kit/server/files/received-file.ts'
import { stripPicture } from '#kit/server/files/strip-picture.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { accountProblems, LOGO_LIMIT, LOGO_SIDE } from '../contract.ts'
import { pageTexts } from '../texts.ts'

/** A stored image, without the metadata of its camera or editor. */
export type Logo = Pick<ReceivedFile, 'digest' | 'size'> & { readonly type: PictureType }

/**
 * Receives the single part `file`. Type and size are read from the bytes, whatever the name says; it is never decoded.
 */
export async function receiveLogo(request: FastifyRequest, store: FileStore): Promise<Logo> {
  const bytes = await readPart(request)
  const type = typeByBytes(bytes)
  if (!type) return unfit('kind')
  const size = pictureSize(bytes, type)
  if (!size || size.width < 1 || size.height < 1) return unfit('kind')
  if (size.width > LOGO_SIDE || size.height > LOGO_SIDE) return unfit('pixels')
  const strippedPicture = stripPicture(bytes, type)
  if (!strippedPicture) return unfit('kind')
  const storedFile = await store.receive([strippedPicture], LOGO_LIMIT)
  await store.keep(storedFile)
  return { digest: storedFile.digest, size: storedFile.size, type }
}

async function readPart(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) return unfit('none')
  try {
    const part = await request.file({
      limits: { fileSize: LOGO_LIMIT, files: 1, fields: 0, parts: 1, headerPairs: 20 },
    })
    return part?.fieldname === 'file' ? await part.toBuffer() : unfit('none')
  } catch (failure) {
    const code = failure instanceof Error && 'code' in failure ? String(failure.code) : ''
    if (code === 'FST_REQ_FILE_TOO_LARGE') return unfit('bytes')
    if (
      code.startsWith('FST_') ||
      (failure instanceof Error && /multipart|form|boundary|header/i.test(failure.message))
    )
      return unfit('none')
    throw failure
  }
}

function unfit(why: keyof typeof pageTexts.logoFlaw): never {
  throwProblem(
    accountProblems['invalid-logo'],
    { why: pageTexts.logoFlaw[why] },
    { fields: [{ path: 'file', message: pageTexts.logoFlaw[why] }] },
  )
}
