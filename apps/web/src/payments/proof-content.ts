import { MAX_PROOF_BYTES, type ProofContent, proofTypeOf } from '@portico/contract/payment-proofs'

/** Longest side in pixels and JPEG quality, best first; the last is still readable. */
const STEPS = [
  { side: 2000, quality: 0.85 },
  { side: 1600, quality: 0.75 },
  { side: 1200, quality: 0.7 },
] as const

export type Refusal = 'wrong_type' | 'too_large'

/** A chosen file, ready to send, or why it cannot be sent. Large pictures are made smaller. The file's name does not matter. */
export async function readProofContent(file: Blob): Promise<ProofContent | Refusal> {
  const type = proofTypeOf(new Uint8Array(await file.slice(0, 16).arrayBuffer()))
  if (type === null) return 'wrong_type'
  if (file.size <= MAX_PROOF_BYTES) return { type, data: await toBase64(file) }
  if (type === 'application/pdf') return 'too_large'
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return 'wrong_type'
  try {
    for (const { side, quality } of STEPS) {
      const jpeg = await draw(picture, side, quality)
      if (jpeg && jpeg.size <= MAX_PROOF_BYTES) return { type: 'image/jpeg', data: await toBase64(jpeg) }
    }
    return 'too_large'
  } finally {
    picture.close()
  }
}

/** Data URL for `img` or links; the page's policy forbids `blob:`. */
export const dataUrl = ({ type, data }: ProofContent): string => `data:${type};base64,${data}`

/** Decoded size in bytes. */
export const sizeOf = ({ data }: ProofContent): number => (data.length / 4) * 3 - (/=*$/.exec(data)?.[0].length ?? 0)

function draw(picture: ImageBitmap, side: number, quality: number): Promise<Blob | null> {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(null)
  // JPEG has no transparency: transparent parts would turn black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}

function toBase64(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    // A data URL is a string. Its base64 part starts after the comma.
    reader.addEventListener('load', () => resolve((reader.result as string).replace(/^[^,]*,/, '')))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')))
    reader.readAsDataURL(blob)
  })
}
