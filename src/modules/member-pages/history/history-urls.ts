/** Names the newest revision in addresses, whichever that is. */
export const NOW = 'now';
