// The page's script: the modules in the order in which they run, which bin/bundle joins.

import './dialogs.js';
import './actions.js';
import './details.js';
import './detail-view.js';
import './clear.js';
import './swipe.js';
import './banners.js';
import './overlapping.js';
import './form.js';
import './refresh.js';
import './rows.js';
import './alike.js';
import './entries.js';
import './timeline.js';
import './links.js';
import './keys.js';
import './clamp.js';
import './download.js';
import { showAlert } from './alerts.js';
import { root } from './base.js';

// Style sheets show controls of the script by this class. It is absent if the script has failed.
root.classList.add('js');

// Last, because alerts may link to everything else.
showAlert(0);
