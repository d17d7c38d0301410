// SPDX-License-Identifier: MIT
// Unpacks the script of the page, which is packed because most of it is text that repeats. Its hash is in the policy of the
// page, so that nothing else runs.
import { unpack } from './dom.mjs';

const script = document.createElement('script');
unpack(document.getElementById('code').textContent).then((bytes) => {
  script.textContent = new TextDecoder().decode(bytes);
  document.body.append(script);
}, (wrong) => {
  document.body.prepend(`this browser cannot unpack the page: ${wrong.message}`);
});
