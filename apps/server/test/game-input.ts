/** A game as the console sends it. */
export const gameInput = (name: string, more: object = {}) => ({
  name,
  publisher: '',
  region: '',
  recommended: '',
  aliases: [],
  platforms: [],
  picture: '',
  hidden: false,
  ...more,
})
