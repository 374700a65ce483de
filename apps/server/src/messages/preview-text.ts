import type { MessageTextInput } from '@portico/contract/messages-admin'
import { builtinTexts } from './builtin-texts.ts'
import { mailLook, valuesOf } from './message-values.ts'
import type { Post } from './post.ts'
import { type Rendered, renderMessage } from './render-message.ts'
import { sampleMessage } from './sample-message.ts'

/** An unsaved text as mail and as SMS, with sample values. */
export function previewText(post: Post, { template, language, ...text }: MessageTextInput): Rendered {
  const { data, secret = null } = sampleMessage(template, post.now())
  const source = { ...text, template, foot: builtinTexts[language][template].foot }
  return renderMessage(source, language, valuesOf(post, { template, language, data, secret }), {
    isAhead: false,
    links: [],
    look: mailLook(post),
  })
}
