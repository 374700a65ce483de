import { MultiSelect, Switch, TagsInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { GAME_PLATFORMS, type GamePlatform } from '@portico/contract/games'
import { adminCreateGame, type AdminGame, adminListGames, adminUpdateGame, GameInput, MAX_ALIASES } from '@portico/contract/games-admin'
import { call } from '../api/call.ts'
import { PictureField } from '../files/picture-field.tsx'
import { language, useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import type { Steps } from '../ui/drawer/row-steps.ts'
import { FormDrawer } from '../ui/form/form-drawer.tsx'
import { toTranslationsForm, useInLanguages } from '../ui/form/in-languages.tsx'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { useSave } from '../ui/use-save.ts'
import { textIn } from './text-in.ts'

interface GameForm extends Record<string, unknown> {
  name: string
  publisher: string
  region: string
  recommended: string
  translations: ReturnType<typeof toTexts>
  aliases: string[]
  platforms: GamePlatform[]
  picture: string
  hidden: boolean
}
interface GameDrawerProps {
  /** Game to edit; null: a new one. */
  game: AdminGame | null
  steps?: Steps | undefined
  onClose: () => void
}

/** Adds a game or edits one. */
export function GameDrawer({ game, steps, onClose }: GameDrawerProps) {
  const t = useT()
  const lang = useStore(language)
  const form = useForm<GameForm>({
    initialValues: {
      name: game?.name ?? '',
      publisher: game?.publisher ?? '',
      region: game?.region ?? '',
      recommended: game?.recommended ?? '',
      translations: toTexts(game),
      aliases: game?.aliases ?? [],
      platforms: game?.platforms ?? [],
      picture: game?.picture ?? '',
      hidden: game?.hidden ?? false,
    },
    validate: (values) => schemaErrors(GameInput, values),
  })
  const save = useSave({
    form,
    send: (body: GameInput) => (game ? call(adminUpdateGame, { params: { id: game.id }, body }) : call(adminCreateGame, { body })),
    done: t('state.saved'),
    changes: [adminListGames],
    after: onClose,
  })
  const name = useInLanguages(form, 'name', t('game_manage.name'))
  const publisher = useInLanguages(form, 'publisher', t('game_manage.publisher'))
  const region = useInLanguages(form, 'region', t('game_manage.region'))
  const recommended = useInLanguages(form, 'recommended', t('game_manage.recommended'))
  const platforms = GAME_PLATFORMS.map((value) => ({ value, label: t(`platform.${value}`) }))
  return (
    <FormDrawer
      title={game ? t('game_manage.edit', { name: textIn(game, 'name', lang) }) : t('game_manage.create')}
      saving={save.isPending}
      steps={steps}
      form={form}
      draft={`game ${game?.id ?? 'new'}`}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <TextInput required data-autofocus maxLength={80} {...name} />
      <PictureField
        label={t('game_manage.picture')}
        description={t('game_manage.picture_text')}
        error={form.errors['picture']}
        value={form.values.picture}
        onChange={(address) => form.setFieldValue('picture', address)}
      />
      <TagsInput
        label={t('game_manage.aliases')}
        description={t('game_manage.aliases_text')}
        maxTags={MAX_ALIASES}
        {...form.getInputProps('aliases')}
      />
      <MultiSelect label={t('game_manage.platforms')} data={platforms} clearable {...form.getInputProps('platforms')} />
      <TextInput description={t('game_manage.recommended_text')} maxLength={120} {...recommended} />
      <TextInput maxLength={80} {...publisher} />
      <TextInput description={t('game_manage.region_text')} maxLength={80} {...region} />
      <Switch
        label={t('game_manage.hidden')}
        description={t('game_manage.hidden_text')}
        {...form.getInputProps('hidden', { type: 'checkbox' })}
      />
    </FormDrawer>
  )
}

function toTexts(game: AdminGame | null) {
  return toTranslationsForm(game?.translations, { name: '', publisher: '', region: '', recommended: '' })
}
