// Runs inside workerd: the only way out for the script of an integration. The API is reached over a socket of our own,
// everything else over the network, of which workerd opens public addresses only, also after redirects.
export default {
  async fetch(request, { API, NETWORK, API_ORIGIN, API_PATH }) {
    const url = new URL(request.url);
    if (url.origin === API_ORIGIN && (url.pathname === API_PATH || url.pathname.startsWith(`${API_PATH}/`)))
      return API.fetch(request);
    try {
      return await NETWORK.fetch(request);
    } catch (error) {
      throw new Error(
        `${url.host} cannot be reached: only public addresses are, and this one may be none. ${error.message}`,
      );
    }
  },
};
