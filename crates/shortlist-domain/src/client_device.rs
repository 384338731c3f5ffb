//! The browser and the system of a client, by the header that it sends.
//!
//! A short table suffices to tell one's own devices apart. Browsers state less and less in the header, and anybody can send any, so
//! nothing depends on it.

/// Declares an enum of names.
macro_rules! names {
    ($(#[$about:meta])* $enum:ident { $($name:ident = $text:literal,)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[expect(missing_docs, reason = "each is the product of that name")]
        pub enum $enum { $($name,)* }

        impl $enum {
            /// Returns the name of the product.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }

            /// Finds a product by its name. Another version of the service may know more.
            pub fn find(name: &str) -> Option<Self> {
                match name {
                    $($text => Some(Self::$name),)*
                    _ => None,
                }
            }
        }
    };
}

names! {
    /// A browser.
    Browser {
        Chrome = "Chrome",
        Edge = "Edge",
        Firefox = "Firefox",
        Opera = "Opera",
        Safari = "Safari",
        SamsungInternet = "Samsung Internet",
    }
}

names! {
    /// An operating system.
    ClientSystem {
        Android = "Android",
        Ios = "iOS",
        Linux = "Linux",
        MacOs = "macOS",
        Windows = "Windows",
    }
}

/// What names each browser. Most browsers also name Chrome and Safari, so these are the last ones.
const BROWSERS: [(&str, Browser); 14] = [
    ("Edg/", Browser::Edge),
    ("EdgA/", Browser::Edge),
    ("EdgiOS/", Browser::Edge),
    ("OPR/", Browser::Opera),
    ("OPT/", Browser::Opera),
    ("Opera/", Browser::Opera),
    ("SamsungBrowser/", Browser::SamsungInternet),
    ("Firefox/", Browser::Firefox),
    ("FxiOS/", Browser::Firefox),
    ("Chrome/", Browser::Chrome),
    ("Chromium/", Browser::Chrome),
    ("CriOS/", Browser::Chrome),
    ("Version/", Browser::Safari),
    ("Safari/", Browser::Safari),
];

/// What names each system. Android also names Linux, and iOS also names macOS.
const SYSTEMS: [(&str, ClientSystem); 7] = [
    ("Windows", ClientSystem::Windows),
    ("Android", ClientSystem::Android),
    ("iPhone", ClientSystem::Ios),
    ("iPad", ClientSystem::Ios),
    ("Macintosh", ClientSystem::MacOs),
    ("Mac OS X", ClientSystem::MacOs),
    ("Linux", ClientSystem::Linux),
];

/// The browser and the system of a client, as far as they are known.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ClientDevice {
    /// The browser.
    pub browser: Option<Browser>,
    /// The system. An iPad may say that it is a Mac.
    pub system: Option<ClientSystem>,
}

impl ClientDevice {
    /// Returns what the header `User-Agent` says.
    pub fn of_user_agent(header: &str) -> Self {
        let system = SYSTEMS.iter().find(|(word, _)| header.contains(word));
        // Programs other than browsers do not begin with this.
        let words = Some(header).filter(|header| {
            ["Mozilla/", "Opera/"]
                .iter()
                .any(|start| header.starts_with(start))
        });
        let browser =
            words.and_then(|header| BROWSERS.iter().find(|(word, _)| header.contains(word)));
        Self {
            browser: browser.map(|(_, browser)| *browser),
            system: system.map(|(_, system)| *system),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_headers_name_browser_and_system() {
        for (header, browser, system) in [
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
                Browser::Chrome,
                ClientSystem::Windows,
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0",
                Browser::Edge,
                ClientSystem::Windows,
            ),
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0",
                Browser::Firefox,
                ClientSystem::Linux,
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15",
                Browser::Safari,
                ClientSystem::MacOs,
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0 Mobile/15E148 Safari/604.1",
                Browser::Chrome,
                ClientSystem::Ios,
            ),
            (
                "Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0 Mobile Safari/537.36",
                Browser::SamsungInternet,
                ClientSystem::Android,
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36 OPR/112.0",
                Browser::Opera,
                ClientSystem::MacOs,
            ),
        ] {
            let device = ClientDevice::of_user_agent(header);
            assert_eq!(device.browser, Some(browser), "{header}");
            assert_eq!(device.system, Some(system), "{header}");
        }
    }

    #[test]
    fn what_is_not_known_is_left_out() {
        for header in ["", "curl/8.5.0", "python-requests/2.32", "Safari/1 <b>"] {
            assert_eq!(ClientDevice::of_user_agent(header), ClientDevice::default());
        }
        let bot = ClientDevice::of_user_agent("Mozilla/5.0 (compatible; bot; Linux)");
        assert_eq!((bot.browser, bot.system), (None, Some(ClientSystem::Linux)));
    }

    #[test]
    fn names_are_found_again() {
        for (_, browser) in BROWSERS {
            assert_eq!(Browser::find(browser.as_str()), Some(browser));
        }
        for (_, system) in SYSTEMS {
            assert_eq!(ClientSystem::find(system.as_str()), Some(system));
        }
        assert_eq!(Browser::find("Netscape"), None);
    }
}
